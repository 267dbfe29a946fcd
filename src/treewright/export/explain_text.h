// How the tree arrives at its prediction for one row: `treewright explain`.
#pragma once

#include <cstddef>
#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/data/table.h"
#include "treewright/export/text.h"
#include "treewright/tree/model.h"

namespace treewright {

/// `features` holds the columns of the model's schema in its order. Every question with its answer, the counts at each node, the
/// prediction with the probability of each class and its interval.
std::string explain_text(const Model& model, const Table& features, std::size_t row, const TextStyle& style = {});

/// {"path": [{"node": 0, "weight": 14, "counts": {…} or "mean": …,
///            "feature": "Outlook", "value": "sunny" | 90 | null, "unseen": true, "answer": "Outlook is sunny", "branch": "sunny"}, …],
///  "leaf": 4, "prediction": "no" | 23.4, "probabilities": {"no": 0.6, …} or "standard_deviation": 1.2, "interval": [0.23, 0.88]}
/// The path ends with the leaf, which has no question. The interval is the 95 % one of the predicted class's share or of the mean;
/// ends that are infinite come as text.
void write_explanation(JsonWriter& json, const Model& model, const Table& features, std::size_t row);

}  // namespace treewright
