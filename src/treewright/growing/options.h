// The options of the grower. A preset (presets.h) is a named choice of them.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "treewright/criteria/registry.h"

namespace treewright {

enum class CategorySplit { multiway, subset, one_vs_rest };
enum class ThresholdPlace { halfway, data_value };
enum class FeatureUse { free, once };
enum class MissingMethod { majority, direction, category, error, fractional, surrogate };
/// `description_length` is not a test: a split must save more bits than its own description takes.
enum class StopTest { none, chi_squared, exact, f, description_length };
enum class Adjust { none, bonferroni };
enum class ZeroGain { allow, refuse };  ///< whether a split of gain 0 is taken
enum class BranchRule { every, two };   ///< which branches need `min_leaf` rows: every one, or at least two
enum class NumericLimit {
    plain,
    c45
};  ///< rows on each side of a threshold: `min_leaf`, or max(min_leaf, min(25, 0.1·known/classes))
enum class GainFilter { none, average };  ///< gain ratio only among tests of at least average gain

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

struct GrowOptions {
    std::optional<CriterionName> criterion;  ///< empty: `class_criterion` for classes, squared error for numbers
    CriterionName class_criterion = CriterionName::gini;
    CriterionParameters criterion_parameters = {};
    CategorySplit categories = CategorySplit::subset;
    ThresholdPlace threshold = ThresholdPlace::halfway;
    FeatureUse feature_use = FeatureUse::free;
    MissingMethod missing = MissingMethod::direction;
    std::optional<std::size_t> surrogates;  ///< per split at most; empty: 5 if any value is missing, else none
    std::size_t max_depth = no_limit;
    std::size_t max_leaves = no_limit;  ///< with a limit the tree grows best-first
    double min_split = 2.0;             ///< weight that a node needs to be split
    double min_leaf = 1.0;              ///< weight that a branch needs
    double min_gain = 0.0;
    ZeroGain zero_gain = ZeroGain::allow;
    BranchRule branch_rule = BranchRule::every;
    NumericLimit numeric_limit = NumericLimit::plain;
    GainFilter gain_filter = GainFilter::none;
    bool threshold_penalty = false;  ///< subtract log₂(thresholds)/rows from the gain of a numeric split
    StopTest stop_test = StopTest::none;
    bool notes_tests = false;  ///< record every split's χ² and the number of tests, whatever the stopping rule
    bool keeps_work = false;   ///< the arithmetic of every node is part of the result (GrownTree::work)
    double significance = 0.05;
    Adjust adjust = Adjust::bonferroni;

    bool operator==(const GrowOptions&) const = default;
};

/// The effect of priors, class weights and costs on the classes of a training set.
struct ClassTerms {
    ClassFactors score_factors;  ///< in scores while growing
    ClassFactors label_factors;  ///< in the choice of a leaf's label
    CostMatrix costs;            ///< empty: the label is the majority class

    /// The loss of predicting one class for a unit of weight of another.
    [[nodiscard]] double loss(std::size_t truth, std::size_t predicted) const {
        if (truth == predicted) return 0.0;
        const double factor = label_factors.empty() ? 1.0 : label_factors[truth];
        return costs.empty() ? factor : factor * costs.at(truth, predicted);
    }
    /// All of them, [truth · classes + predicted]; empty if every error costs the same.
    [[nodiscard]] std::vector<double> losses(std::size_t classes) const {
        std::vector<double> losses;
        if (label_factors.empty() && costs.empty()) return losses;
        for (std::size_t truth = 0; truth < classes; ++truth)
            for (std::size_t predicted = 0; predicted < classes; ++predicted) losses.push_back(loss(truth, predicted));
        return losses;
    }
};

}  // namespace treewright
