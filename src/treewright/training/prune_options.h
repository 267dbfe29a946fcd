// How a tree is pruned: the method and its options.
#pragma once

#include <cstdint>
#include <optional>

#include "treewright/growing/options.h"
#include "treewright/growing/presets.h"

namespace treewright {

/// `rules` leaves the tree unchanged: its rules are then simplified (rules/simplify.h).
enum class PruneMethod { none, reduced_error, pessimistic, cost_complexity, chi_squared, description_length, rules };
/// What a cost-complexity sequence weighs against the leaves: errors (costs, squares), or the impurity as scikit-learn does.
enum class Complexity { error, impurity };

/// χ² pruning shares significance and adjustment with the stopping tests (GrowOptions).
struct PruneOptions {
    PruneMethod method = PruneMethod::none;
    double validation_fraction = 0.3;  ///< reduced error: the share of the rows held out as the validation set
    double confidence = 0.25;          ///< pessimistic
    bool raise = false;                ///< reduced error, pessimistic: a branch may take the place of its parent
    std::optional<double> alpha;       ///< cost-complexity: this price of a leaf, without folds
    std::optional<double> cp;          ///< the same as a share of the root's loss
    std::size_t leaves = no_limit;     ///< cost-complexity: the largest member with at most that many, without folds
    double standard_errors = 1.0;      ///< cost-complexity by folds: how far above the least loss
    std::optional<double> price;       ///< classes, by folds: price of each doubling of the leaves, instead of standard errors
    Complexity complexity = Complexity::error;
    std::size_t folds = 10;
    std::uint64_t seed = 1;         ///< of folds and of the validation part
    bool merge_same_class = false;  ///< afterwards: sibling leaves that predict the same class become one

    [[nodiscard]] constexpr bool uses_folds() const {
        return method == PruneMethod::cost_complexity && !alpha && !cp && leaves == no_limit;
    }
};

/// Whether a branch may take the place of its parent.
constexpr bool can_raise(PruneMethod method) {
    return method == PruneMethod::pessimistic || method == PruneMethod::reduced_error;
}

/// Whether the node statistics of a tree are not enough to prune it so.
constexpr bool needs_rows(const PruneOptions& options) {
    return options.uses_folds() || options.method == PruneMethod::reduced_error || options.method == PruneMethod::rules ||
           (options.raise && can_raise(options.method));
}

/// Whether a method counts misclassifications, so that it does not apply to numbers.
constexpr bool is_for_classes(PruneMethod method) {
    return method == PruneMethod::pessimistic || method == PruneMethod::chi_squared || method == PruneMethod::rules;
}

/// The options with which growing records how many tests were possible at every node, as χ² pruning needs, without stopping by them.
GrowOptions with_tests(GrowOptions options);
/// Those that a tree is grown with that is to be pruned so.
GrowOptions options_to_grow(const GrowOptions& options, const PruneOptions& pruning);

/// What the textbook's learner prunes by.
PruneOptions preset_pruning(Preset preset);

}  // namespace treewright
