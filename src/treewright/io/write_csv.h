// A table as CSV.
#pragma once

#include "treewright/data/csv_writer.h"
#include "treewright/data/table.h"

namespace treewright {

/// The table with a header of its column names. Dates and times as ISO, ordered cells by their level names. In a table of one
/// column missing is written NA, because a blank line is not a row.
void write_csv(const Table& table, const ByteSink& sink);

}  // namespace treewright
