// Chooses the cuts between the bins of a feature, from a sample of its values.
#pragma once

#include "treewright/data/numbers.h"
#include "treewright/engine/index/bin_index.h"

namespace treewright {

/// Fills `cuts`, `bins` and, as far as the sample tells, `single_value`. A feature with few distinct values in the sample gets a bin for each of them.
void choose_cuts(const Numbers& values, std::size_t most_bins, BinnedFeature& feature);

}  // namespace treewright
