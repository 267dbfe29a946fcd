// How a rule list arrives at its prediction for one row: `treewright explain` with a rule list.
#pragma once

#include <cstddef>
#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/data/table.h"
#include "treewright/export/text.h"
#include "treewright/rules/rule_model.h"

namespace treewright {

/// `features` holds the columns of the model's schema in its order. Every rule that was tried with the condition that failed, the one that
/// fired with the row's values, the prediction with the probability of each class and its interval.
std::string explain_text(const RuleModel& model, const Table& features, std::size_t row, const TextStyle& style = {});

/// {"tried": [{"rule": 1, "class": "yes", "fails": "Outlook is overcast", "feature": "Outlook", "value": "sunny" | 90 | null,
///             "unseen": true}, …],
///  "fired": 3 | null, "conditions": [{"condition": "Humidity is above 77.5", "feature": "Humidity", "value": 90}, …],
///  "prediction": "no", "probabilities": {"no": 1, …}, "interval": [0.4, 1]}
/// `tried` ends before the rule that fired; null is the default.
void write_explanation(JsonWriter& json, const RuleModel& model, const Table& features, std::size_t row);

}  // namespace treewright
