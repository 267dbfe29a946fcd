// How informative each feature is by itself: `describe --target Y`, and the textbook's threshold table,
// `describe --target Y --at Humidity=60,65,70`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/export/text.h"
#include "treewright/growing/candidate.h"

namespace treewright {

/// Thresholds of the user's choice.
struct ThresholdWish {
    FeatureId feature = 0;  ///< one that holds values (numeric, date, time, ordered)
    std::vector<double> thresholds;
};

struct GainTable {
    Sums rows;
    double impurity = 0.0;                      ///< of the target: entropy in bits, or the variance in the unit of `Sums`
    std::vector<FeatureResult> features;        ///< the best question of each: a branch for every level, or one threshold
    std::vector<std::vector<Candidate>> asked;  ///< one list for each filter
};

/// Mutual information with a categorical target, explained variance of a numeric one. By the split search, with every row and no limit.
GainTable gain_table(const TrainingSet& set, const std::vector<ThresholdWish>& wishes, const Run& run);

/// The table of all features, then one for each filter.
std::string gain_table_text(const TrainingSet& set, const std::vector<ThresholdWish>& wishes, const GainTable& table,
                            const TextStyle& style = {});
/// {"target": "Play", "measure": "entropy" | "variance", "rows": <figures>,
///  "features": [{"feature": "Outlook", "gain": 0.247, "share": 0.262, "question": …}, {"feature": …, "none": "constant"}, …],
///  "thresholds": [{"feature": "Humidity", "cuts": [{"threshold": 60, "above": <figures>, "gain": 0}, …]}, …]}
/// with the <figures> of work_json.h; `share` is the part of the target's impurity that the question explains.
void write_gain_table(JsonWriter& json, const TrainingSet& set, const std::vector<ThresholdWish>& wishes,
                      const GainTable& table);

}  // namespace treewright
