#include "treewright/io/row_batch_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/data/arrow_type.h"
#include "treewright/io/arrow/arrow_export.h"
#include "treewright/io/arrow/arrow_library.h"
#include "treewright/io/arrow/arrow_plugin.h"
#include "treewright/io/cells/column_names.h"

namespace treewright {

namespace {

/// Batches of rows as a Parquet file, written by the plugin.
class ParquetBatchWriter final : public RowBatchWriter {
public:
    /// Repeated names get distinct ones. Throws an input `Error` if the plugin is not there.
    ParquetBatchWriter(std::vector<OutputColumn> columns, ByteSink sink);
    ~ParquetBatchWriter() override;
    void write(std::span<const OutputCells> cells, std::size_t rows) override;
    void finish() override;

private:
    static int take(void* writer, const char* bytes, std::int64_t count);
    [[noreturn]] void fail(const TreewrightArrowError& error) const;

    std::vector<OutputColumn> columns_;
    ByteSink sink_;
    std::exception_ptr thrown_;  ///< by the sink, on its way around the plugin
    bool closed_ = false;        ///< takes no bytes any more
    const TreewrightArrowPlugin& plugin_;
    void* writer_ = nullptr;
};

/// A kept column may be called "prediction", too. In a Parquet file names are unique.
void make_names_distinct(std::vector<OutputColumn>& columns) {
    std::vector<std::string> names;
    for (const OutputColumn& column : columns) names.push_back(column.name);
    Messages unsaid;
    names = distinct_names(std::move(names), {}, unsaid);
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].name = names[i];
}

ParquetBatchWriter::ParquetBatchWriter(std::vector<OutputColumn> columns, ByteSink sink)
    : columns_(std::move(columns)), sink_(std::move(sink)), plugin_(arrow_library("a Parquet file is to be written")) {
    make_names_distinct(columns_);
    ArrowOwner<ArrowSchema> schema;
    export_schema(columns_, schema.get());
    TreewrightArrowError error{};
    writer_ = plugin_.create(schema.get(), take, this, &error);
    if (writer_ == nullptr) fail(error);
}

ParquetBatchWriter::~ParquetBatchWriter() {
    closed_ = true;  // an unfinished file wants to end properly, but there is nothing left to write it to
    if (writer_ != nullptr) plugin_.discard(writer_);
}

/// Called from within the plugin, through which no exception may pass.
int ParquetBatchWriter::take(void* writer, const char* bytes, std::int64_t count) {
    auto& self = *static_cast<ParquetBatchWriter*>(writer);
    if (self.closed_ || self.thrown_) return 1;
    try {
        self.sink_({bytes, static_cast<std::size_t>(count)});
        return 0;
    } catch (...) {
        self.thrown_ = std::current_exception();
        return 1;
    }
}

void ParquetBatchWriter::write(std::span<const OutputCells> cells, std::size_t rows) {
    if (rows == 0) return;
    ArrowOwner<ArrowArray> batch;
    export_batch(columns_, cells, rows, batch.get());
    TreewrightArrowError error{};
    if (plugin_.write(writer_, batch.get(), &error) != 0) fail(error);
}

void ParquetBatchWriter::finish() {
    TreewrightArrowError error{};
    if (plugin_.finish(writer_, &error) != 0) fail(error);
    closed_ = true;
}

void ParquetBatchWriter::fail(const TreewrightArrowError& error) const {
    if (thrown_) std::rethrow_exception(thrown_);
    throw system_error(
        fmt::format("the Parquet file could not be written ({}); write a CSV instead", printable_reason(error.text)));
}

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
