// C4.5's pessimistic pruning by replacement: a leaf where its estimated errors are no more than those of the subtree, by a tenth of a
// row. It needs the tree alone.
#pragma once

#include <span>

#include "treewright/growing/options.h"
#include "treewright/pruning/bottom_up.h"

namespace treewright {

/// What is lost in rows of these weights by class where one class is predicted: the weight of the errors, with factors and costs where there
/// are any.
double errors_of(std::span<const double> class_weights, std::size_t predicted, const ClassTerms& terms);
/// By which such a loss becomes a number of rows: 1, or with priors, class weights or costs the share of the worst that could be lost, the
/// same for all nodes, so that losses still add up.
double error_scale(const Tree& tree, const ClassTerms& terms);

/// First a subtree that makes no fewer errors on its own rows than a leaf would becomes one.
CutMarks collapsing_cuts(const Tree& tree, const ClassTerms& terms);

inline constexpr double pessimistic_margin = 0.1;  ///< rows: C4.5's own

/// For classes. First a subtree that makes no fewer errors on its own rows than a leaf would becomes one; then one pass from the bottom
/// by the error limit at `confidence` (statistics/error_limit.h). With factors or costs an error counts by its share of the largest cost.
CutMarks pessimistic_cuts(const Tree& tree, const ClassTerms& terms, double confidence);

}  // namespace treewright
