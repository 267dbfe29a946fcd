// The area under the ROC curve over several rounds. Ranks compare probabilities of the same model only.
#pragma once

#include <optional>

#include "treewright/resampling/cross_validation.h"

namespace treewright {

/// For each class the mean of the rounds that have an area, and of these the mean; of `positive` alone, if there is one. Rows that were left
/// out one by one have none.
Figure area_of_rounds(const CrossValidation& validation, std::optional<std::size_t> positive);

}  // namespace treewright
