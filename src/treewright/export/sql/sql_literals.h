// Names, texts and numbers of data in SQL. Whatever they hold, they stay a name, a text or a number to the database.
#pragma once

#include <string>
#include <string_view>

#include "treewright/export/sql/dialect.h"

namespace treewright {

/// The name of a column in quotes. An input `Error` for a name that the database cannot have.
[[nodiscard]] std::string sql_name(const SqlRules& rules, std::string_view name);
/// The name of a table: a dot stands between a schema and its table, two dots for one that belongs to a name.
[[nodiscard]] std::string sql_table_name(const SqlRules& rules, std::string_view name);
/// Of such a name what stands before the last dot; empty if there is none.
[[nodiscard]] std::string sql_schema_name(const SqlRules& rules, std::string_view name);
/// What the database makes of a name where it looks for a column.
[[nodiscard]] std::string sql_folded_name(const SqlRules& rules, std::string_view name);

/// An input `Error` for a text that the database cannot hold.
[[nodiscard]] std::string sql_text(const SqlRules& rules, std::string_view text);

/// Text inside a comment of one line, shortened.
[[nodiscard]] std::string sql_comment(const SqlRules& rules, std::string_view text);

/// A finite number for SQLite, which reads some decimals as a neighbouring double: a decimal where every version reads it right, else
/// a whole number divided by or multiplied with powers of two, which is exact.
[[nodiscard]] std::string sqlite_number(double value);
/// A finite number with 'e0', for databases that would take 0.1 for a decimal number.
[[nodiscard]] std::string number_with_exponent(double value);

/// The bytes as hexadecimal digits, each pair behind `prefix`.
[[nodiscard]] std::string hexadecimal(std::string_view bytes, std::string_view prefix = {});

}  // namespace treewright
