// Rules on a page: as sentences, or as a table in Markdown.
#pragma once

#include <string>

#include "treewright/data/csv_writer.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/text.h"

namespace treewright {

/// One sentence per rule, a blank line between classes, and what the figures mean below.
void write_rules_text(const RuleReport& report, const TextStyle& style, const ByteSink& sink);
std::string rules_text(const RuleReport& report, const TextStyle& style = {});
void write_rules_markdown(const RuleReport& report, const TextStyle& style, const ByteSink& sink);
std::string rules_markdown(const RuleReport& report, const TextStyle& style = {});

/// The summary of a rule list: rows, features used, rules, training error and that of the majority class.
std::string list_summary(const RuleModel& model);

}  // namespace treewright
