#include "treewright/io/write_csv.h"

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"

namespace treewright {

namespace {

void write_cell(CsvWriter& writer, const Column& column, std::size_t row) {
    switch (column.schema.type) {
        case ColumnType::numeric: return writer.number(column.values[row]);
        case ColumnType::date: return writer.raw(date_text(column.values[row]));
        case ColumnType::time: return writer.raw(time_text(column.values[row]));
        case ColumnType::ordered: return writer.text(column.schema.levels[static_cast<std::size_t>(column.values[row])]);
        case ColumnType::categorical:
            check_invariant(column.codes[row] >= 0, "a table with unseen levels cannot be written");
            return writer.text(column.schema.level(column.codes[row]));
    }
}

}  // namespace

void write_csv(const Table& table, const ByteSink& sink) {
    CsvWriter writer(sink);
    const std::string_view missing = table.columns.size() == 1 ? "NA" : "";
    for (const Column& column : table.columns) writer.text(column.schema.name);
    writer.end_row();
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (const Column& column : table.columns) {
            if (column.missing_at(row))
                writer.raw(missing);
            else
                write_cell(writer, column, row);
        }
        writer.end_row();
    }
    writer.finish();
}

}  // namespace treewright
