// Rules for other programs, with real names: the output of `rules --json`, and of `show --json` for a list.
//
//   {"kind": "tree" | "list", "task": "classification", "target": "Play", "classes": ["no", "yes"],
//    "rules": [{"rule": 1, "leaf": 6, "text": "Outlook is sunny and Humidity is at most 77.5",
//               "conditions": [{"feature": "Outlook", "levels": ["sunny"], "missing": false},
//                              {"feature": "Humidity", "above": 60, "at_most": 77.5, "missing": true,
//                               "default": {"levels": ["fog"], "missing": true}}, …],
//               "prediction": "yes", "rows": 2, "counts": {"no": 0, "yes": 2}, "interval": [0.342, 1]}, …],
//    "left_out": 0, "empty_leaves": 0}
//
// Members that do not apply are left out. `known` is true where any known value meets the condition; `default` is what meets it without
// having been seen there in training. Regression has `mean` as `prediction` and `standard_deviation` in place of `counts`. A list has
// `error` (the pessimistic estimate), `first_rows` and `first_correct` (of the rows that no rule before it takes) in place of `leaf`, and
// "default": {"prediction": "yes", "rows": 3, "counts": {…}}.
#pragma once

#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/rule_report.h"

namespace treewright {

/// With a line break at the end.
void write_rules_json(const RuleReport& report, const ByteSink& sink);
std::string rules_json(const RuleReport& report);

}  // namespace treewright
