// Features that give the target away: each of them alone predicts it with hardly an error.
#pragma once

#include <string>
#include <vector>

#include "treewright/data/training_set.h"

namespace treewright {

/// Below this number of rows they are separated by chance.
constexpr std::size_t fewest_rows_to_tell = 50;
/// Of the mistakes of a constant prediction, what a feature that tells the class may leave.
constexpr double share_of_mistakes = 0.01;

/// In the order of the table. A class is told by one threshold, or by as many values or ranges of values as there are classes, or by levels of
/// at least ten rows each on average, with at most one in a hundred of the mistakes of a constant prediction; a number by one that it is a
/// linear function of (correlation of at least 0.9999). None in tables of fewer than 50 rows; a number of the row is none.
[[nodiscard]] std::vector<FeatureId> telling_features(const TrainingSet& set);

/// Whether the target, a number, is a linear function of this feature.
[[nodiscard]] bool tells_number(const TrainingSet& set, FeatureId feature);

/// The sentence that warns of them.
[[nodiscard]] std::string leak_warning(const TrainingSet& set, const std::vector<FeatureId>& features);

}  // namespace treewright
