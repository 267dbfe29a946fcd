#include "treewright/pruning/chi_squared_cuts.h"

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/statistics/chi_squared.h"
#include "treewright/statistics/exact_test.h"

namespace treewright {

namespace {

constexpr double least_expected = 5.0;  // below that, D does not follow χ² (Cochran's rule)

/// The classes of the children, child by child.
std::vector<double> table_of(const Tree& tree, NodeId node) {
    std::vector<double> table;
    for (const NodeId child : tree.children_of(node)) {
        const auto weights = tree.class_weights_of(child);
        table.insert(table.end(), weights.begin(), weights.end());
    }
    return table;
}

/// Whether a class is expected in a branch less often than that; empty ones aside.
bool expects_few(const Tree& tree, NodeId node) {
    const double all = tree.nodes[node].weight;
    const auto weights = tree.class_weights_of(node);
    for (const NodeId child : tree.children_of(node))
        for (const double of_class : weights) {
            const double expected = tree.nodes[child].weight * of_class / all;
            if (expected > 0.0 && expected < least_expected) return true;
        }
    return false;
}

/// The best of many cuts is often one odd row at the end of a feature, for which χ² is far too small: one in 21 gives 5e-6.
double corrected_split_p_value(const Tree& tree, NodeId node, double significance) {
    const double tests = tree.nodes[node].test->tests_at_node;
    const std::vector<double> table = table_of(tree, node);
    const double p = std::min(1.0, tests * chi_squared_test(table, tree.classes).p_value);
    if (p > significance || !expects_few(tree, node)) return p;
    return std::min(1.0, tests * exact_test(table, tree.classes).p_value);
}

}  // namespace

std::vector<double> split_p_values(const Tree& tree) {
    std::vector<double> p_values(tree.nodes.size(), 1.0);
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        if (!tree.nodes[node].is_leaf()) p_values[node] = chi_squared_test(table_of(tree, node), tree.classes).p_value;
    return p_values;
}

bool has_tests_for(const Tree& tree, const ChiSquaredRule& rule) {
    if (rule.adjust == Adjust::none) return true;
    return std::all_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const Node& node) { return node.is_leaf() || node.test.has_value(); });
}

CutMarks chi_squared_cuts(const Tree& tree, const ChiSquaredRule& rule) {
    check_invariant(has_tests_for(tree, rule), "the number of tests at every split");
    if (rule.adjust == Adjust::bonferroni)
        return cut_unless(
            tree, [&](NodeId node) { return corrected_split_p_value(tree, node, rule.significance) <= rule.significance; });
    const std::vector<double> p_values = split_p_values(tree);
    return cut_unless(tree, [&](NodeId node) { return p_values[node] <= rule.significance; });
}

}  // namespace treewright
