#include "treewright/growing/leaf_labels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "treewright/growing/cut.h"

namespace treewright {

namespace {

class LabelChooser {
public:
    LabelChooser(const Tree& tree, const ClassTerms& terms) : tree_(tree), terms_(terms), parents_(parents_of(tree)) {}

    [[nodiscard]] ClassId choose(NodeId node) const {
        const bool is_root = node == 0;
        if (!is_root && tree_.nodes[node].weight == 0.0) return tree_.nodes[parents_[node]].label;
        std::vector<ClassId> tied = all_classes();
        keep_best(node, tied);
        // Without this shortcut every node of a chain of ties would climb to the root. The choice is the same: the parent's
        // label won among the parent's best by the climb that would follow here.
        if (tied.size() > 1 && !is_root) {
            const ClassId label_above = tree_.nodes[parents_[node]].label;
            if (std::find(tied.begin(), tied.end(), label_above) != tied.end()) return label_above;
        }
        while (tied.size() > 1 && node != 0) {
            node = parents_[node];
            keep_best(node, tied);
        }
        return tied.front();
    }

private:
    [[nodiscard]] std::vector<ClassId> all_classes() const {
        std::vector<ClassId> classes(tree_.classes);
        std::iota(classes.begin(), classes.end(), ClassId{0});
        return classes;
    }

    [[nodiscard]] double mass(const ClassRow<double>& weights, std::size_t j) const {
        return terms_.label_factors.empty() ? weights[j] : terms_.label_factors[j] * weights[j];
    }

    /// Larger is better.
    [[nodiscard]] double merit(const ClassRow<double>& weights, std::size_t j) const {
        if (terms_.costs.empty()) return mass(weights, j);
        double cost = 0.0;
        for (std::size_t truth = 0; truth < tree_.classes; ++truth) cost += terms_.costs.at(truth, j) * mass(weights, truth);
        return -cost;
    }

    void keep_best(NodeId node, std::vector<ClassId>& classes) const {
        const auto weights = tree_.class_weights_of(node);
        std::vector<double> merits;
        for (const ClassId j : classes) merits.push_back(merit(weights, j));
        const double best = *std::max_element(merits.begin(), merits.end());
        // Counts compare exactly; products with factors and costs carry rounding.
        const bool exact = terms_.costs.empty() && terms_.label_factors.empty();
        const double line = exact ? best : best - tie_tolerance * std::abs(best);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < classes.size(); ++i)
            if (merits[i] >= line) classes[kept++] = classes[i];
        classes.resize(kept);
    }

    const Tree& tree_;
    const ClassTerms& terms_;
    std::vector<NodeId> parents_;
};

}  // namespace

void assign_labels(Tree& tree, const ClassTerms& terms) {
    const LabelChooser chooser(tree, terms);
    for (NodeId node = 0; node < tree.nodes.size(); ++node) tree.nodes[node].label = chooser.choose(node);
}

}  // namespace treewright
