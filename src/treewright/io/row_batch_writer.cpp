#include "treewright/io/row_batch_writer.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "treewright/io/arrow/parquet_batch_writer.h"

namespace treewright {

namespace {

/// Batches of rows as CSV.
class CsvBatchWriter final : public RowBatchWriter {
public:
    CsvBatchWriter(std::vector<OutputColumn> columns, ByteSink sink);
    void write(std::span<const OutputCells> cells, std::size_t rows) override;
    void finish() override { csv_.finish(); }

private:
    void write_cell(const OutputColumn& column, const OutputCells& cells, std::size_t row);

    std::vector<OutputColumn> columns_;
    CsvWriter csv_;
};

CsvBatchWriter::CsvBatchWriter(std::vector<OutputColumn> columns, ByteSink sink)
    : columns_(std::move(columns)), csv_(std::move(sink)) {
    for (const OutputColumn& column : columns_) csv_.text(column.name);
    csv_.end_row();
}

void CsvBatchWriter::write(std::span<const OutputCells> cells, std::size_t rows) {
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns_.size(); ++i) write_cell(columns_[i], cells[i], row);
        csv_.end_row();
    }
}

void CsvBatchWriter::write_cell(const OutputColumn& column, const OutputCells& cells, std::size_t row) {
    switch (column.kind) {
        case OutputColumn::Kind::number: return csv_.number(std::get<std::span<const double>>(cells)[row]);
        case OutputColumn::Kind::whole: return csv_.number(std::get<std::span<const std::int32_t>>(cells)[row]);
        case OutputColumn::Kind::level: {
            const LevelCode code = std::get<std::span<const std::int32_t>>(cells)[row];
            return code < 0 ? csv_.missing() : csv_.text(column.levels[position_of(code)]);
        }
        case OutputColumn::Kind::kept: {
            // A word that meant missing stays bare, as it was written.
            const KeptCell& cell = std::get<const KeptColumn*>(cells)->at(row);
            return cell.missing ? csv_.raw(cell.text) : csv_.text(cell.text);
        }
    }
}

}  // namespace

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
