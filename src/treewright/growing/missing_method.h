// What a way to treat missing values comes to for one table.
#pragma once

#include <cstddef>

#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

inline constexpr std::size_t usual_surrogates = 5;

bool misses_any(const Column& column);

/// Whether the gain of a two-way question speaks of the rows without a value, too.
bool counts_missing_rows(MissingMethod method);

/// Whether rows go down several branches while the tree grows: `fractional`, and a value is missing.
bool splits_rows(const TrainingSet& set, const GrowOptions& options);

/// How many surrogates a split gets at most. 0 also where they were not asked for and no value is missing: the tree is then that of
/// `majority`.
std::size_t surrogates_to_make(const TrainingSet& set, const GrowOptions& options);

/// Says in the tree how rows without a value go down it.
void note_missing_method(Tree& tree, const GrowOptions& options, const ClassTerms& terms);

}  // namespace treewright
