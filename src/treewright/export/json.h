// The tree for other programs, with real names: the output of `show --json`. It cannot be loaded again: that is what the model
// file is for (tree/model_file.h).
//
//   {"task": "classification", "target": "Play", "classes": ["no", "yes"],
//    "features": [{"name": "Outlook", "type": "categorical", "levels": ["overcast", …]}, …],
//    "options": {"criterion": "information-gain", …}, "total_weight": 14, "leaves": 5, "depth": 2,
//    "fractional": true,                       if rows with a missing value go to all children, by their weights; no "missing_to" then
//    "nodes": [ … ]}
//
// A node, in preorder; members that do not apply are left out:
//
//   "id": 0, "depth": 0
//   "parent": 0, "branch": "sunny"            not for the root; `branch` as the drawing words it
//   "weight": 14
//   "counts": {"no": 5, "yes": 9}             classification: weight of each class
//   "prediction": "yes" | 23.4                what the node predicts, also where it is split; numbers as numbers
//   "variance": 1.2                           regression
//   "impurity": 0.94
//   "leaf": true | false
//   "question": "Humidity ≤ 77.5"             split nodes, and with it:
//   "feature": "Humidity", "kind": "threshold" | "subset" | "multiway" | "is_missing",
//   "threshold": 77.5                         dates, times and ordered categories as text: "2020-03-15", "medium"
//   "left": ["a", "b"], "right": ["c"]        subset
//   "heuristic": true                         a subset that was searched among some orderings only
//   "gain": 0.247
//   "missing_to": 3                           id of the child that missing and unseen values go to; with surrogates: if the row
//                                             has a value for none of these
//   "surrogates": [{"question": "Temperature ≤ 70", "feature": …, "kind": …, "threshold": 70, "agreeing_weight": 11,
//                   "known_weight": 13}, …]   questions for rows without the value, whose first branch is that of the node;
//                                             `kind` threshold with "reversed": true asks for values above; or left and right
//   "absent_to": 3                            subset: id of the child for levels that are in neither set
//   "children": [1, 2, 3]                     ids, in the order of the branches
//   "test": {"p_value": 0.17, "tests_at_node": 4, "tests_of_feature": 1, "approximate": false}
#pragma once

#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/tree/model.h"

namespace treewright {

/// With a line break at the end.
std::string tree_json(const Model& model);
/// The same as one value of a larger document.
void write_tree(JsonWriter& json, const Model& model);

}  // namespace treewright
