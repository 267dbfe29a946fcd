// C4.5's pessimistic pruning by subtree replacement: a node becomes a leaf if its estimated errors exceed those of the subtree by at most a
// tenth of a row. It needs only the tree, no rows.
#pragma once

#include <span>

#include "treewright/growing/options.h"
#include "treewright/pruning/bottom_up.h"

namespace treewright {

/// The loss on rows of these weights by class if one class is predicted: the weight of the errors, with factors and costs if there are any.
double errors_of(std::span<const double> class_weights, std::size_t predicted, const ClassTerms& terms);
/// The factor that turns such a loss into a number of rows: 1, or with priors, class weights or costs the share of the largest possible loss,
/// the same for all nodes, so that losses still add up.
double error_scale(const Tree& tree, const ClassTerms& terms);

/// First a subtree that makes no fewer errors on its own rows than a leaf would becomes one.
CutMarks collapsing_cuts(const Tree& tree, const ClassTerms& terms);

inline constexpr double pessimistic_margin = 0.1;  ///< rows: C4.5's own

/// For classes. First a subtree that makes no fewer errors on its own rows than a leaf would becomes one; then one pass from the bottom
/// by the upper error bound at `confidence` (statistics/error_limit.h). With factors or costs an error counts by its share of the largest cost.
CutMarks pessimistic_cuts(const Tree& tree, const ClassTerms& terms, double confidence);

}  // namespace treewright
