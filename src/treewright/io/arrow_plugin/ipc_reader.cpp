// Arrow's own formats: the file (also called Feather) and the stream.
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>

#include <utility>

#include "treewright/io/arrow_plugin/file_reader.h"

namespace treewright::arrow_plugin {

namespace {

arrow::ipc::IpcReadOptions reading_options(bool use_threads, const std::vector<int>& columns) {
    arrow::ipc::IpcReadOptions options = arrow::ipc::IpcReadOptions::Defaults();
    options.use_threads = use_threads;
    options.included_fields = columns;
    return options;
}

/// The format is memory written to disk as it was, and so is damage to it: every batch is checked before anyone follows its
/// offsets. Rows without columns are left to the caller, who knows that an empty choice means all of them here.
class CheckedBatches final : public arrow::RecordBatchReader {
public:
    using Next = std::function<arrow::Result<std::shared_ptr<arrow::RecordBatch>>()>;
    CheckedBatches(std::shared_ptr<arrow::Schema> schema, Next next) : schema_(std::move(schema)), next_(std::move(next)) {}

    [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
    arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
        ARROW_ASSIGN_OR_RAISE(*batch, next_());
        return *batch == nullptr ? arrow::Status::OK() : (*batch)->ValidateFull();
    }

private:
    std::shared_ptr<arrow::Schema> schema_;
    Next next_;
};

class ArrowFileReader final : public FileReader {
public:
    ArrowFileReader(RandomAccess file, std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader, bool use_threads)
        : file_(std::move(file)), reader_(std::move(reader)), use_threads_(use_threads) {}

    arrow::Result<std::shared_ptr<arrow::Schema>> schema() override { return reader_->schema(); }
    std::int64_t rows() override { return reader_->CountRows().ValueOr(-1); }
    arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> read(const std::vector<int>& columns,
                                                                  std::int64_t /*rows_per_batch*/) override {
        ARROW_ASSIGN_OR_RAISE(auto reader,
                              arrow::ipc::RecordBatchFileReader::Open(file_, reading_options(use_threads_, columns)));
        auto next = [reader, number = 0]() mutable -> arrow::Result<std::shared_ptr<arrow::RecordBatch>> {
            if (number == reader->num_record_batches()) return std::shared_ptr<arrow::RecordBatch>();
            return reader->ReadRecordBatch(number++);
        };
        return std::make_shared<CheckedBatches>(reader->schema(), std::move(next));
    }

private:
    RandomAccess file_;
    std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
    bool use_threads_;
};

class ArrowStreamReader final : public FileReader {
public:
    ArrowStreamReader(RandomAccess file, std::shared_ptr<arrow::Schema> schema, bool use_threads)
        : file_(std::move(file)), schema_(std::move(schema)), use_threads_(use_threads) {}

    arrow::Result<std::shared_ptr<arrow::Schema>> schema() override { return schema_; }
    std::int64_t rows() override { return -1; }
    arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> read(const std::vector<int>& columns,
                                                                  std::int64_t /*rows_per_batch*/) override {
        ARROW_RETURN_NOT_OK(file_->Seek(0));
        ARROW_ASSIGN_OR_RAISE(auto reader,
                              arrow::ipc::RecordBatchStreamReader::Open(file_, reading_options(use_threads_, columns)));
        return std::make_shared<CheckedBatches>(reader->schema(), [reader] { return reader->Next(); });
    }

private:
    RandomAccess file_;
    std::shared_ptr<arrow::Schema> schema_;
    bool use_threads_;
};

}  // namespace

arrow::Result<std::unique_ptr<FileReader>> open_arrow_file(RandomAccess file, bool use_threads) {
    ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchFileReader::Open(file, reading_options(use_threads, {})));
    return std::make_unique<ArrowFileReader>(std::move(file), std::move(reader), use_threads);
}

arrow::Result<std::unique_ptr<FileReader>> open_arrow_stream(RandomAccess file, bool use_threads) {
    ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchStreamReader::Open(file, reading_options(use_threads, {})));
    return std::make_unique<ArrowStreamReader>(std::move(file), reader->schema(), use_threads);
}

}  // namespace treewright::arrow_plugin
