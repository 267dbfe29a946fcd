// The arithmetic of every choice for other programs: `train --show-work --json`.
//
//   [{"node": 0, "path": ["Outlook = sunny", …], "stop": "split" | "pure" | "depth" | "rows" | "no-question" | "gain" | "test" | "leaves",
//     "measure": "entropy" | "gini" | "cost-gini" | "misclassification" | "tsallis" | "variance", "rows": <figures>,
//     "features": [{"feature": "Humidity", "question": "Humidity ≤ 77.5", "gain": 0.247, "score": 0.247,
//                   "split_information": …, "penalty": …, "eligible": true,          gain ratio only
//                   "known_share": 1, "mean_impurity": 0.694, "tied": true, "heuristic": true,
//                   "branches": [{"branch": "≤ 77.5", <figures>}, …],
//                   "cuts": [{"threshold": 77.5, "above": <figures>, "gain": 0.102, "missing": "left" | "right"}, …]},
//                  {"feature": "Windy", "none": "used" | "missing" | "constant" | "rows"}, …],
//     "chosen": "Outlook", "average_gain": …,
//     "test": {"p_value": …, "tests_at_node": …, "tests_of_feature": …, "approximate": …}}, …]
//
// `path` holds the conditions from the root, the last 100 of them at most. Members that do not apply are left out.
//
// <figures>: "weight": 14, "counts": {"no": 5, "yes": 9} or "mean": 23.4, and "impurity": 0.94.
#pragma once

#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/export/work_text.h"

namespace treewright {

/// With a line break at the end.
std::string work_json(const WorkedTree& worked);
/// The same as one value of a larger document.
void write_work(JsonWriter& json, const WorkedTree& worked);

}  // namespace treewright
