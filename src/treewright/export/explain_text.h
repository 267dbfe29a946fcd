// How the tree came to its prediction for one row: `treewright explain`.
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

/// {"path": [{"node": 0, "feature": "Outlook", "value": "sunny" | 90 | null, "unseen": true, "answer": "Outlook is sunny",
///            "branch": "sunny", "weight": 14, "counts": {…} or "mean": …}, …],
///  "leaf": 4, "prediction": …, "weight": 5, "counts": {…}, "probabilities": {"no": 0.6, …},
///  "confidence": 0.6, "interval": [0.23, 0.88]}; regression: "standard_deviation", and "interval" of the mean
void write_explanation(JsonWriter& json, const Model& model, const Table& features, std::size_t row);

}  // namespace treewright
