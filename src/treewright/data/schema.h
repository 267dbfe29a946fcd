// What a column is: its name, its type and, for categories, its levels. A model keeps a `Schema` and reads new rows by it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/data/ids.h"

namespace treewright {

enum class ColumnType {
    numeric,      ///< a number; splits by a threshold
    date,         ///< an ISO date, held as days since 1970-01-01
    time,         ///< an ISO date and time, held as seconds since 1970-01-01T00:00:00 UTC
    ordered,      ///< a category with an order, held as the rank of its level (0, 1, …); splits by a threshold on the rank
    categorical,  ///< a category, held as the position of its level
};

/// Whether the column's cells are doubles (`Column::values`) rather than level codes (`Column::codes`).
constexpr bool holds_values(ColumnType type) { return type != ColumnType::categorical; }

/// What a date or time may be taken apart into. Weekdays are categories, all others numbers.
enum class DatePart { year, quarter, month, day, weekday, hour, minute };

/// A feature that is not a column of the table but a part of one.
struct PartOf {
    std::string column;
    ColumnType type = ColumnType::date;  ///< of that column: date or time
    DatePart part = DatePart::year;

    bool operator==(const PartOf&) const = default;
};

/// How the cells of a column are parsed, where that differs from the defaults. A model keeps it, so that new rows are read as
/// the training rows were.
struct ColumnReading {
    /// Words that mean missing besides the empty field, sorted by bytes, instead of the default ones.
    std::optional<std::vector<std::string>> missing_words = {};
    std::string decimal_sign = ".";        ///< numeric: "." or ","
    std::string thousands_separator = {};  ///< numeric: one character allowed between digits; empty: none
    std::string prefix = {};               ///< numeric: what stands before the number, with its blank ("$"); empty: none
    std::string unit = {};                 ///< numeric: what stands behind it, with its blank (" kg"); empty: none
    bool trailing_minus = false;           ///< numeric: a minus may stand behind the digits
    std::string date_format = {};          ///< date, time, or a part of one: as of strptime ("%d.%m.%Y"); empty: ISO 8601
    bool folds_case = false;               ///< ordered, categorical: spellings that differ only in case or blanks are one level
    std::optional<PartOf> part_of = {};

    bool operator==(const ColumnReading&) const = default;
};

struct ColumnSchema {
    std::string name;
    ColumnType type = ColumnType::numeric;
    std::vector<std::string>
        levels;  ///< categorical: sorted by bytes, each occurs; ordered: from lowest to highest; else empty
    ColumnReading reading = {};

    /// The level that a code stands for; the code is neither `missing_code` nor `unseen_code`.
    [[nodiscard]] const std::string& level(LevelCode code) const { return levels[position_of(code)]; }
    bool operator==(const ColumnSchema&) const = default;
};

enum class Task { classification, regression };

struct Schema {
    std::vector<ColumnSchema> features;  ///< in the order of the table, which is the order that breaks ties
    ColumnSchema target;                 ///< categorical (its levels are the classes) or numeric

    [[nodiscard]] Task task() const { return target.type == ColumnType::categorical ? Task::classification : Task::regression; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return target.levels; }
    bool operator==(const Schema&) const = default;
};

/// An option that was in effect, as text: ("criterion", "gini"). Threads, paths and times are not among them.
struct NamedOption {
    std::string name;
    std::string value;
    bool operator==(const NamedOption&) const = default;
};

/// Why a column of the table is not a feature.
enum class LeftOutReason {
    asked,       ///< by the user's choice
    identifier,  ///< its values differ in almost every row, like names or row numbers
    group,       ///< it is the group column
};

struct LeftOutColumn {
    std::string name;
    LeftOutReason reason = LeftOutReason::asked;
    bool operator==(const LeftOutColumn&) const = default;
};

}  // namespace treewright
