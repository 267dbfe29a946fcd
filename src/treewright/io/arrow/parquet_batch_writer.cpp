#include "treewright/io/arrow/parquet_batch_writer.h"

#include <fmt/format.h>

#include <utility>

#include "treewright/base/error.h"
#include "treewright/data/arrow_type.h"
#include "treewright/io/arrow/arrow_export.h"
#include "treewright/io/arrow/arrow_library.h"
#include "treewright/io/cells/column_names.h"

namespace treewright {

namespace {

/// A kept column may be called "prediction", too. In a Parquet file names are unique.
void make_names_distinct(std::vector<OutputColumn>& columns) {
    std::vector<std::string> names;
    for (const OutputColumn& column : columns) names.push_back(column.name);
    Messages unsaid;
    names = distinct_names(std::move(names), {}, unsaid);
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].name = names[i];
}

}  // namespace

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

}  // namespace treewright
