// The comment at the head of a query: what it predicts, what each column must hold, and what becomes of missing values.
#pragma once

#include "treewright/export/sql/context.h"

namespace treewright {

void write_head_comment(const SqlContext& context, SqlForm form, SqlLayout& layout);

/// What a column must hold: "REAL".
[[nodiscard]] std::string_view sql_type_of(const SqlRules& rules, const ColumnSchema& source);

}  // namespace treewright
