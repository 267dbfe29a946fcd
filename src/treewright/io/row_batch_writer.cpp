#include "treewright/io/row_batch_writer.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "treewright/io/arrow/parquet_batch_writer.h"
#include "treewright/io/csv/csv_batch_writer.h"

namespace treewright {

TableFormat format_by_name(std::string_view path) {
    std::string name(path);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.ends_with(".parquet") || name.ends_with(".pq") ? TableFormat::parquet : TableFormat::csv;
}

std::unique_ptr<RowBatchWriter> make_row_batch_writer(TableFormat format, std::vector<OutputColumn> columns, ByteSink sink) {
    if (format == TableFormat::parquet) return std::make_unique<ParquetBatchWriter>(std::move(columns), std::move(sink));
    return std::make_unique<CsvBatchWriter>(std::move(columns), std::move(sink));
}

}  // namespace treewright
