#include "treewright/pruning/chi_squared.h"

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/statistics/chi_squared.h"

namespace treewright {

std::vector<double> split_p_values(const Tree& tree) {
    std::vector<double> p_values(tree.nodes.size(), 1.0);
    std::vector<double> table;
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
        if (tree.nodes[node].is_leaf()) continue;
        table.clear();
        for (const std::uint32_t child : tree.children_of(node)) {
            const auto weights = tree.class_weights_of(child);
            table.insert(table.end(), weights.begin(), weights.end());
        }
        p_values[node] = chi_squared_test(table, tree.classes).p_value;
    }
    return p_values;
}

bool has_tests_for(const Tree& tree, const ChiSquaredRule& rule) {
    if (rule.adjust == Adjust::none) return true;
    return std::all_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const Node& node) { return node.is_leaf() || node.test.has_value(); });
}

CutMarks chi_squared_cuts(const Tree& tree, const ChiSquaredRule& rule) {
    check_invariant(has_tests_for(tree, rule), "the number of tests at every split");
    const std::vector<double> p_values = split_p_values(tree);
    return cut_unless(tree, [&](std::size_t node) {
        const double tests = rule.adjust == Adjust::none ? 1.0 : tree.nodes[node].test->tests_at_node;
        return std::min(1.0, tests * p_values[node]) <= rule.significance;
    });
}

}  // namespace treewright
