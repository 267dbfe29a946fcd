// What a method for missing values means for a given table.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

inline constexpr std::size_t default_surrogates = 5;

/// Whether each feature lacks a value in any row.
std::vector<char> features_with_missing(const TrainingSet& set, const Run& run);

/// Whether the gain of a binary split includes the rows without a value.
bool counts_missing_rows(MissingMethod method);

/// Whether rows go down several branches while the tree grows: `fractional`, and a value is missing.
bool splits_rows(const TrainingSet& set, const GrowOptions& options);

/// The maximum number of surrogates of a split. 0 also if the number was not given and no value is missing: the tree is then
/// that of `majority`.
std::size_t surrogates_to_make(const TrainingSet& set, const GrowOptions& options);

/// Records in the tree how it routes rows without a value.
void note_missing_method(Tree& tree, const GrowOptions& options, const ClassTerms& terms);

}  // namespace treewright
