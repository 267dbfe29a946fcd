#include "treewright/io/arrow_plugin/parquet_writer.h"

#include <arrow/c/bridge.h>
#include <arrow/record_batch.h>
#include <arrow/status.h>
#include <parquet/properties.h>

#include <utility>

namespace treewright::arrow_plugin {

namespace {

constexpr std::int64_t rows_per_group = 1 << 20;

class SinkStream final : public arrow::io::OutputStream {
public:
    SinkStream(TreewrightArrowSink sink, void* context) : sink_(sink), context_(context) {}

    using OutputStream::Write;
    arrow::Status Write(const void* data, std::int64_t size) override {
        if (sink_(context_, static_cast<const char*>(data), size) != 0) return arrow::Status::IOError("the bytes were refused");
        position_ += size;
        return arrow::Status::OK();
    }
    [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return position_; }
    arrow::Status Close() override {
        closed_ = true;
        return arrow::Status::OK();
    }
    [[nodiscard]] bool closed() const override { return closed_; }

private:
    TreewrightArrowSink sink_;
    void* context_;
    std::int64_t position_ = 0;
    bool closed_ = false;
};

}  // namespace

arrow::Result<std::unique_ptr<ParquetWriter>> ParquetWriter::create(ArrowSchema* schema, TreewrightArrowSink sink,
                                                                    void* context) {
    auto made = std::make_unique<ParquetWriter>();
    ARROW_ASSIGN_OR_RAISE(made->schema_, arrow::ImportSchema(schema));
    const auto properties = parquet::WriterProperties::Builder()
                                .compression(parquet::Compression::SNAPPY)
                                ->max_row_group_length(rows_per_group)
                                ->build();
    ARROW_ASSIGN_OR_RAISE(made->writer_,
                          parquet::arrow::FileWriter::Open(*made->schema_, arrow::default_memory_pool(),
                                                           std::make_shared<SinkStream>(sink, context), properties));
    return made;
}

arrow::Status ParquetWriter::write(ArrowArray* batch) {
    ARROW_ASSIGN_OR_RAISE(const auto rows, arrow::ImportRecordBatch(batch, schema_));
    return writer_->WriteRecordBatch(*rows);
}

arrow::Status ParquetWriter::finish() { return writer_->Close(); }

}  // namespace treewright::arrow_plugin
