// Values as the table writes them: thresholds of a column of "$1,234.50" are printed in that form.
#pragma once

#include <string>
#include <string_view>

#include "treewright/data/schema.h"

namespace treewright {

/// A number of a numeric column for people, with up to 8 significant digits.
[[nodiscard]] std::string written_number(double value, const ColumnReading& reading);
/// The same of a number that is text already, as `number_text` writes it.
[[nodiscard]] std::string written_digits(std::string_view number, const ColumnReading& reading);
/// A date or time of such a column (`date_format`; else ISO 8601).
[[nodiscard]] std::string written_moment(double value, const ColumnSchema& column);

}  // namespace treewright
