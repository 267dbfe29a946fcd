// Rules on a page: as sentences, or as a table in Markdown.
#pragma once

#include <cstddef>
#include <string>

#include "treewright/data/csv_writer.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/table_text.h"
#include "treewright/export/text.h"

namespace treewright {

/// One sentence per rule, a blank line between classes, and what the figures mean below.
void write_rules_text(const RuleReport& report, const TextStyle& style, const ByteSink& sink);
std::string rules_text(const RuleReport& report, const TextStyle& style = {});
/// The first `most` rules with a line of headings.
TextTable rules_table(const RuleReport& report, const TextStyle& style, std::size_t most);
void write_rules_markdown(const RuleReport& report, const TextStyle& style, const ByteSink& sink);
std::string rules_markdown(const RuleReport& report, const TextStyle& style = {});

/// The summary of a rule list: rows, features used, rules, training error and that of the majority class.
std::string list_summary(const RuleModel& model);

}  // namespace treewright
