// Parts of dates and times as features of their own: `joined.weekday`. A model keeps what a feature is a part of, and new tables need
// the date only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/data/table.h"

namespace treewright {

std::string_view word_of(DatePart part);
[[nodiscard]] std::optional<DatePart> date_part_of(std::string_view word);
/// "year, quarter, …".
[[nodiscard]] std::string list_of_date_parts();

/// What is to be taken out of dates.
struct WantedPart {
    DatePart part = DatePart::year;
    std::string column;  ///< empty: out of every column of dates or times
};

/// Inserts the parts behind their columns. A date alone has no hour, and a time of day no year: such parts are passed over, unless the
/// column is named. An input `Error` for a column that holds neither dates nor times, and for a name that is in the table already.
void add_date_parts(Table& table, const std::vector<WantedPart>& wanted, const std::string& source);

[[nodiscard]] bool has_date_parts(const std::vector<ColumnSchema>& features);

/// The columns that a table must have for these features: for a part, the column that it is a part of, once.
struct SourceColumns {
    std::vector<ColumnSchema> columns;
    std::vector<std::size_t> of_feature;  ///< for each feature the position of its source in `columns`
};
[[nodiscard]] SourceColumns source_columns(const std::vector<ColumnSchema>& features);

/// The part of a column that `wanted` is; its levels are those of `wanted`, any other is `unseen_code`. An input `Error` if the column
/// holds neither dates nor times.
[[nodiscard]] Column take_part(const Column& column, const ColumnSchema& wanted);

/// The name of the weekday in a row that has one.
[[nodiscard]] std::string_view weekday_text(const Column& dates, std::size_t row);

}  // namespace treewright
