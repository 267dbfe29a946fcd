// Rules as a CSV table.
#pragma once

#include <string>

#include "treewright/data/csv_writer.h"
#include "treewright/export/rule_report.h"

namespace treewright {

/// One row per rule: rule, leaf (of a tree), conditions, prediction, rows, then correct, share, low, high for classes, or standard_deviation,
/// low, high for numbers. A list ends with its default, rule 0.
void write_rules_csv(const RuleReport& report, const ByteSink& sink);
std::string rules_csv(const RuleReport& report);

}  // namespace treewright
