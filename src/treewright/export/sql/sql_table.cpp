#include "treewright/export/sql_table.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "treewright/export/sql/dialect.h"
#include "treewright/export/sql/features.h"
#include "treewright/export/sql/head_comment.h"
#include "treewright/export/sql/sql_literals.h"

namespace treewright {

namespace {

/// The word alone.
std::string column_type(const SqlRules& rules, const ColumnSchema& source) {
    const std::string_view type = sql_type_of(rules, source);
    return std::string(type.substr(0, std::min(type.find(" such"), type.find(" ("))));
}

}  // namespace

SqlTable sql_table(const Model& model, const ExportOptions& options) {
    const SqlRules& rules = sql_rules(options.dialect);
    const SqlFeatures features(model, rules);
    SqlTable table;
    table.name = sql_table_name(rules, options.table);
    table.schema = sql_schema_name(rules, options.table);
    table.asked = features.asked();
    table.ticks_per_second = rules.ticks_per_second;
    std::set<std::string> taken;
    for (const ColumnSchema& source : features.sources()) {
        table.columns.push_back({source, sql_name(rules, source.name), column_type(rules, source)});
        taken.insert(sql_folded_name(rules, source.name));
    }
    std::string spare = "treewright row";
    while (taken.contains(spare)) spare += '_';
    table.spare = sql_name(rules, spare);
    return table;
}

}  // namespace treewright
