// C4.5's pessimistic pruning by replacement: a leaf where its estimated errors are no more than those of the subtree, by a tenth of a
// row. It needs the tree alone.
#pragma once

#include <span>

#include "treewright/growing/options.h"
#include "treewright/pruning/bottom_up.h"

namespace treewright {

/// The errors in rows of these weights by class where one class is predicted: their weight; under priors, class weights or costs the weight
/// of all rows times the share of the worst that could be lost.
double errors_of(std::span<const double> class_weights, std::size_t predicted, const ClassTerms& terms);

/// First a subtree that makes no fewer errors on its own rows than a leaf would becomes one.
CutMarks collapsing_cuts(const Tree& tree, const ClassTerms& terms);

inline constexpr double pessimistic_margin = 0.1;  ///< rows: C4.5's own

/// For classes. First a subtree that makes no fewer errors on its own rows than a leaf would becomes one; then one pass from the bottom
/// by the error limit at `confidence` (statistics/error_limit.h). With factors or costs an error counts by its share of the largest cost.
CutMarks pessimistic_cuts(const Tree& tree, const ClassTerms& terms, double confidence);

}  // namespace treewright
