// The rows of a table as they were parsed, as text and JSON.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/data/table.h"
#include "treewright/export/text.h"

namespace treewright {

/// A table that may hold only the first rows of its file.
struct TableView {
    const Table& table;
    std::string source;
    std::size_t rows_in_file = 0;
};

/// Names, types and cells, as many columns side by side as the page is wide. A dot is a missing value.
void write_table_page(const TableView& view, const TextStyle& style, const Spelling& spelling, const ByteSink& sink);
void write_table_json(const TableView& view, const ByteSink& sink);

}  // namespace treewright
