#include "treewright/export/sql/dialect.h"

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/data/date_parts.h"
#include "treewright/export/display.h"
#include "treewright/export/sql/sql_literals.h"

namespace treewright {

namespace {

std::string upper_word(DatePart part) {
    std::string word(word_of(part));
    for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
    return word;
}

std::string column_itself(ColumnType, const std::string& column) { return column; }

std::string typed_moment(ColumnType type, const std::string& iso_text) {
    return fmt::format("{} '{}'", type == ColumnType::date ? "DATE" : "TIMESTAMP", iso_text);
}

std::string extracted_part(DatePart part, ColumnType, const std::string& column) {
    return fmt::format("EXTRACT({} FROM {})", part == DatePart::weekday ? "DOW" : upper_word(part), column);
}

// SQLite: dates are texts, and its functions read them.

std::string sqlite_text(std::string_view text) { return fmt::format("CAST(X'{}' AS TEXT)", hexadecimal(text)); }

std::string sqlite_moment(ColumnType type, const std::string& column) {
    return type == ColumnType::date ? fmt::format("date({})", column)
                                    : fmt::format("strftime('%Y-%m-%d %H:%M:%f', {})", column);
}

std::string sqlite_moment_text(ColumnType, const std::string& iso_text) { return "'" + iso_text + "'"; }

std::string sqlite_part(DatePart part, ColumnType, const std::string& column) {
    const auto number = [&](std::string_view letter) {
        return fmt::format("CAST(strftime('%{}', {}) AS INTEGER)", letter, column);
    };
    switch (part) {
        case DatePart::year: return number("Y");
        case DatePart::quarter: return fmt::format("({} + 2) / 3", number("m"));
        case DatePart::month: return number("m");
        case DatePart::day: return number("d");
        case DatePart::weekday: return number("w");
        case DatePart::hour: return number("H");
        case DatePart::minute: return number("M");
    }
    return {};
}

SqlRules sqlite_rules() {
    SqlRules rules;
    rules.dialect = SqlDialect::sqlite;
    rules.title = "SQLite";
    rules.quote = '`';  // an unknown name in " would be read as a text
    rules.allows_empty_name = true;
    rules.folding = NameFolding::ascii;
    rules.number_type = "REAL";
    rules.text_type = "TEXT";
    rules.date_type = "TEXT such as '2020-03-15'";
    rules.time_type = "TEXT such as '2020-03-15 12:30:00.250' (UTC, compared in milliseconds)";
    rules.no_number = "''";
    rules.greatest = "MAX";
    rules.least = "MIN";
    rules.whole_row = "@._rowid_";
    rules.fence = "LIMIT -1";
    rules.nesting = 12;  // the parser's stack is full at 15 to 18
    rules.ticks_per_second = 1e3;
    rules.number = sqlite_number;
    rules.unusual_text = sqlite_text;
    rules.moment = sqlite_moment;
    rules.moment_literal = sqlite_moment_text;
    rules.date_part = sqlite_part;
    rules.text_value = [](const std::string& column) { return column + " COLLATE BINARY"; };
    rules.true_word = "1";  // TRUE is a column, if there is one of that name
    rules.false_word = "0";
    rules.truth_is_number = true;
    rules.truth_value = rules.text_value;
    return rules;
}

// DuckDB

std::string duckdb_text(std::string_view text) { return fmt::format("decode('{}'::BLOB)", hexadecimal(text, "\\x")); }

SqlRules duckdb_rules() {
    SqlRules rules;
    rules.dialect = SqlDialect::duckdb;
    rules.title = "DuckDB";
    rules.folding = NameFolding::ascii;
    rules.number_type = "DOUBLE";
    rules.text_type = "VARCHAR";
    rules.date_type = "DATE";
    rules.time_type = "TIMESTAMP (UTC)";
    rules.no_number = "'NaN'::DOUBLE";
    rules.greatest = "greatest";
    rules.least = "least";
    rules.whole_row = "@";
    rules.row_columns = "UNNEST(@)";
    rules.nesting = 60;
    rules.ticks_per_second = 1e6;
    rules.number = number_with_exponent;
    rules.unusual_text = duckdb_text;
    rules.moment = column_itself;
    rules.moment_literal = typed_moment;
    rules.date_part = extracted_part;
    rules.text_value = [](const std::string& column) { return column + "::VARCHAR COLLATE C"; };  // the column may be an ENUM
    rules.truth_value = rules.text_value;
    return rules;
}

// PostgreSQL

std::string postgres_number(double value) { return (value == 0.0 ? "0" : number_text(value)) + "::float8"; }

/// With escapes, so that it does not depend on the setting standard_conforming_strings.
std::string postgres_text(std::string_view text) {
    std::string quoted = "E'";
    while (!text.empty()) {
        const Character next = first_character(text);
        if (next.code == 0)
            throw input_error(
                fmt::format("a text with a NUL character ({}) cannot be held by PostgreSQL; replace it in the "
                            "table and train again",
                            shortened(printable(text), 40)));
        if (next.code == '\\' || next.code == '\'')
            quoted += std::string(2, static_cast<char>(next.code));
        else if (is_unprintable(next))
            quoted += next.code > 0xFFFF ? fmt::format("\\U{:08X}", static_cast<std::uint32_t>(next.code))
                                         : fmt::format("\\u{:04X}", static_cast<std::uint32_t>(next.code));
        else
            quoted += text.substr(0, next.bytes);
        text.remove_prefix(next.bytes);
    }
    return quoted + "'";
}

SqlRules postgres_rules() {
    SqlRules rules;
    rules.dialect = SqlDialect::postgres;
    rules.title = "PostgreSQL";
    rules.name_bytes = 63;
    rules.number_type = "double precision";
    rules.text_type = "text";
    rules.date_type = "date";
    rules.time_type = "timestamp (UTC)";
    rules.no_number = "'NaN'::float8";
    rules.greatest = "GREATEST";
    rules.least = "LEAST";
    rules.whole_row = "@";
    rules.row_columns = "(@).*";
    rules.fence = "OFFSET 0";
    rules.nesting = 60;
    rules.ticks_per_second = 1e6;
    rules.number = postgres_number;
    rules.unusual_text = postgres_text;
    rules.quotes_backslash = false;
    rules.moment = column_itself;
    rules.moment_literal = typed_moment;
    rules.date_part = extracted_part;
    rules.text_value = [](const std::string& column) { return column + "::text COLLATE \"C\""; };
    rules.truth_value = rules.text_value;
    return rules;
}

// Spark SQL: a timestamp is a moment, which is shown in the session's time zone.

std::string spark_number(double value) { return (value == 0.0 ? "0" : number_text(value)) + "D"; }

std::string spark_text(std::string_view text) { return fmt::format("CAST(X'{}' AS STRING)", hexadecimal(text)); }

std::string spark_moment(ColumnType type, const std::string& iso_text) {
    return type == ColumnType::date ? fmt::format("DATE '{}'", iso_text) : fmt::format("TIMESTAMP '{}Z'", iso_text);
}

std::string spark_part(DatePart part, ColumnType type, const std::string& column) {
    if (part == DatePart::hour) return fmt::format("pmod(floor(unix_seconds({}) / 3600), 24)", column);
    if (part == DatePart::minute) return fmt::format("pmod(floor(unix_seconds({}) / 60), 60)", column);
    const std::string day =
        type == ColumnType::date
            ? column
            : fmt::format("date_add(DATE '1970-01-01', CAST(floor(unix_seconds({}) / 86400) AS INT))", column);
    if (part == DatePart::weekday) return fmt::format("dayofweek({}) - 1", day);
    return fmt::format("EXTRACT({} FROM {})", upper_word(part), day);
}

SqlRules spark_rules() {
    SqlRules rules;
    rules.dialect = SqlDialect::spark;
    rules.title = "Spark SQL";
    rules.quote = '`';
    rules.allows_empty_name = true;
    rules.replaces_variables = true;
    rules.folding = NameFolding::unicode;
    rules.number_type = "DOUBLE";
    rules.text_type = "STRING";
    rules.date_type = "DATE";
    rules.time_type = "TIMESTAMP";
    rules.no_number = "double('NaN')";
    rules.greatest = "greatest";
    rules.least = "least";
    rules.whole_row = "struct(@.*)";
    rules.row_columns = "@.*";
    rules.nesting = 60;
    rules.ticks_per_second = 1e6;
    rules.number = spark_number;
    rules.unusual_text = spark_text;
    rules.quotes_backslash = false;
    rules.doubles_quotes = false;  // two quotes are two texts side by side there
    rules.moment = column_itself;
    rules.moment_literal = spark_moment;
    rules.date_part = spark_part;
    rules.text_value = [](const std::string& column) { return fmt::format("CAST({} AS STRING)", column); };
    rules.truth_value = rules.text_value;
    return rules;
}

}  // namespace

const SqlRules& sql_rules(SqlDialect dialect) {
    static const SqlRules sqlite = sqlite_rules();
    static const SqlRules duckdb = duckdb_rules();
    static const SqlRules postgres = postgres_rules();
    static const SqlRules spark = spark_rules();
    switch (dialect) {
        case SqlDialect::sqlite: return sqlite;
        case SqlDialect::duckdb: return duckdb;
        case SqlDialect::postgres: return postgres;
        case SqlDialect::spark: return spark;
    }
    return sqlite;
}

}  // namespace treewright
