// The rows as the table of a database holds them, where it can: a date in place of its parts, times as exactly as the database compares them.
// A row that no such table can hold is left out: a month without a day that has it, a part of a microsecond, a number that means missing there.
#pragma once

#include <string_view>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/export/sql_table.h"
#include "treewright/tree/model.h"
#include "treewright/verification/replay/answers.h"

namespace treewright {

struct SqlRows {
    Table table;                ///< the columns that the SQL reads; dates in days, times in seconds
    std::vector<bool> is_held;  ///< by row before some were left out
};
[[nodiscard]] SqlRows sql_rows(const Model& model, const SqlTable& table, const Table& rows);

/// The second of a time and its ticks behind it.
struct SqlMoment {
    double second = 0.0;
    double ticks = 0.0;
};
[[nodiscard]] SqlMoment sql_moment(double seconds, double ticks_per_second);

/// `lines`: what a driver says about the rows of the table (`read_answers`); the others are skipped.
[[nodiscard]] Answers read_sql_answers(std::string_view lines, const Schema& schema, const SqlRows& rows);

}  // namespace treewright
