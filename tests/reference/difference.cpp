#include <fmt/format.h>

#include <cmath>

#include "reference/learner.h"

namespace treewright::reference {

namespace {

bool near(double actual, Real expected, Real unit) {
    return std::abs(actual - expected) <= 1e-9L * std::abs(expected) + 1e-11L * unit;
}

class Comparer {
public:
    Comparer(const TrainingSet& set, const Measure& measure, const Tree& tree) : set_(set), measure_(measure), tree_(tree) {}

    /// Walks both trees in preorder; the first difference, or none.
    std::string compare(const PlainNode& plain, Real parent_mean) {
        const NodeId number = next_++;
        if (number >= tree_.nodes.size()) return "the tree has too few nodes";
        const Node& node = tree_.nodes[number];
        std::string found = plain.question   ? compare_questions(*plain.question, number)
                            : node.is_leaf() ? ""
                                             : "is split, should be a leaf";
        if (found.empty()) found = compare_test(plain, node);
        const Real mean = plain.rows.empty() || !measure_.is_regression() ? parent_mean : measure_.mean(plain.rows);
        if (found.empty()) found = compare_contents(plain, number, mean);
        if (!found.empty()) return fmt::format("node {}: {}", number, found);
        for (const auto& child : plain.children) {
            found = compare(*child, mean);
            if (!found.empty()) return found;
        }
        return "";
    }
    [[nodiscard]] bool walked_all() const { return next_ == tree_.nodes.size(); }

private:
    [[nodiscard]] std::string compare_questions(const Question& expected, NodeId number) const {
        const Node& node = tree_.nodes[number];
        if (node.is_leaf()) return fmt::format("is a leaf, should ask {}", describe(expected));
        const auto left = tree_.left_levels_of(number);
        const auto right = tree_.right_levels_of(number);
        const bool same = node.kind == expected.kind && node.feature == expected.feature &&
                          node.threshold == expected.threshold && Levels(left.begin(), left.end()) == expected.left &&
                          Levels(right.begin(), right.end()) == expected.right;
        if (!same) {
            Question actual;
            actual.kind = node.kind;
            actual.feature = node.feature;
            actual.threshold = node.threshold;
            actual.left.assign(left.begin(), left.end());
            actual.right.assign(right.begin(), right.end());
            actual.gain = node.gain;
            return fmt::format("asks {}, should ask {}", describe(actual), describe(expected));
        }
        if (node.missing_child != expected.missing_child)
            return fmt::format("missing child {}, not {}", node.missing_child, expected.missing_child);
        if (node.missing_branch != expected.missing_branch) return "missing_branch differs";
        if (node.heuristic != expected.heuristic) return "the heuristic mark differs";
        if (node.child_count != expected.branches.size()) return "the number of children differs";
        if (!near(node.gain, expected.gain, node.impurity))
            return fmt::format("gain {}, not {}", node.gain, static_cast<double>(expected.gain));
        return compare_surrogates(expected, number);
    }

    [[nodiscard]] std::string compare_surrogates(const Question& expected, NodeId number) const {
        const auto surrogates = tree_.surrogates_of(number);
        if (surrogates.size() != expected.surrogates.size())
            return fmt::format("{} surrogates, not {}", surrogates.size(), expected.surrogates.size());
        for (std::size_t i = 0; i < surrogates.size(); ++i) {
            const Surrogate& actual = surrogates[i];
            const PlainSurrogate& wanted = expected.surrogates[i];
            const auto left = tree_.left_levels_of(actual);
            const auto right = tree_.right_levels_of(actual);
            const bool same = (actual.kind == SplitKind::threshold) == wanted.is_threshold &&
                              actual.feature == wanted.feature && actual.threshold == wanted.threshold &&
                              actual.reversed == wanted.reversed && Levels(left.begin(), left.end()) == wanted.left &&
                              Levels(right.begin(), right.end()) == wanted.right;
            if (!same || !near(actual.agreeing_weight, wanted.agreeing, 0) || !near(actual.known_weight, wanted.known, 0))
                return fmt::format("surrogate {}: feature {} threshold {}{} agreeing {} of {}, should be {} {}{} {} of {}", i,
                                   actual.feature, actual.threshold, actual.reversed ? " reversed" : "", actual.agreeing_weight,
                                   actual.known_weight, wanted.feature, wanted.threshold, wanted.reversed ? " reversed" : "",
                                   static_cast<double>(wanted.agreeing), static_cast<double>(wanted.known));
        }
        return "";
    }

    static std::string describe(const Question& question) {
        return fmt::format("kind {} feature {} threshold {} left {{{}}} right {{{}}} gain {:.17g}",
                           static_cast<int>(question.kind), question.feature, question.threshold, fmt::join(question.left, " "),
                           fmt::join(question.right, " "), static_cast<double>(question.gain));
    }

    static std::string compare_test(const PlainNode& plain, const Node& node) {
        if (plain.test.has_value() != node.test.has_value())
            return node.test ? "is tested, should not be" : "is not tested, should be";
        if (!node.test) return "";
        const NodeTest& a = *node.test;
        const NodeTest& b = *plain.test;
        if (near(a.p_value, b.p_value, 1e-3L) && a.tests_at_node == b.tests_at_node &&
            a.tests_of_feature == b.tests_of_feature && a.approximate == b.approximate)
            return "";
        return fmt::format("test p {} m {} own {}, should be p {} m {} own {}", a.p_value, a.tests_at_node, a.tests_of_feature,
                           b.p_value, b.tests_at_node, b.tests_of_feature);
    }

    [[nodiscard]] std::string compare_contents(const PlainNode& plain, NodeId number, Real mean) const {
        const Node& node = tree_.nodes[number];
        if (!near(node.weight, measure_.weight(plain.rows), 0)) return fmt::format("weight {}", node.weight);
        if (!near(node.missing_weight, missing_weight(plain), 0)) return fmt::format("missing weight {}", node.missing_weight);
        if (node.label != plain.label) return fmt::format("label {}, not {}", node.label, plain.label);
        const Real impurity = plain.rows.empty() ? 0 : measure_.impurity(plain.rows);
        if (!near(node.impurity, impurity, impurity))
            return fmt::format("impurity {}, not {}", node.impurity, static_cast<double>(impurity));
        if (measure_.is_regression())
            return near(node.mean, mean, std::abs(mean)) ? ""
                                                         : fmt::format("mean {}, not {}", node.mean, static_cast<double>(mean));
        const std::vector<Real> weights = measure_.class_weights(plain.rows);
        for (std::size_t j = 0; j < weights.size(); ++j)
            if (!near(tree_.class_weights_of(number)[j], weights[j], 0)) return "class weights differ";
        return "";
    }

    /// The weight of the node's rows that lack the tested value.
    [[nodiscard]] Real missing_weight(const PlainNode& plain) const {
        Rows missing;
        for (const std::size_t row : plain.rows)
            if (plain.question && set_.features[plain.question->feature].missing_at(row)) missing.push_back(row);
        return measure_.weight(missing);
    }

    const TrainingSet& set_;
    const Measure& measure_;
    const Tree& tree_;
    NodeId next_ = 0;
};

}  // namespace

std::optional<std::string> difference(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms,
                                      const Tree& tree) {
    const PlainTree plain = grow_plainly(set, options, terms);
    if (plain.is_undecided) return std::nullopt;
    const Measure measure(plain.set, options, terms);
    Comparer comparer(plain.set, measure, tree);
    if (tree.fractional() != (options.missing == MissingMethod::fractional)) return "the mark of fractional rows differs";
    const std::string found = comparer.compare(*plain.root, 0);
    return found.empty() && !comparer.walked_all() ? "the tree has too many nodes" : found;
}

}  // namespace treewright::reference
