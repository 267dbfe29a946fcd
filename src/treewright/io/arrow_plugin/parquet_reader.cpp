#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include <numeric>
#include <utility>

#include "treewright/io/arrow_plugin/file_reader.h"

namespace treewright::arrow_plugin {

namespace {

void collect_leaves(const parquet::arrow::SchemaField& field, std::vector<int>& leaves) {
    if (field.column_index >= 0) leaves.push_back(field.column_index);
    for (const auto& child : field.children) collect_leaves(child, leaves);
}

class ParquetReader final : public FileReader {
public:
    explicit ParquetReader(std::unique_ptr<parquet::arrow::FileReader> reader) : reader_(std::move(reader)) {}

    arrow::Result<std::shared_ptr<arrow::Schema>> schema() override {
        std::shared_ptr<arrow::Schema> schema;
        ARROW_RETURN_NOT_OK(reader_->GetSchema(&schema));
        return schema;
    }
    std::int64_t rows() override { return reader_->parquet_reader()->metadata()->num_rows(); }
    arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> read(const std::vector<int>& columns,
                                                                  std::int64_t rows_a_batch) override {
        std::vector<int> row_groups(static_cast<std::size_t>(reader_->num_row_groups()));
        std::iota(row_groups.begin(), row_groups.end(), 0);
        std::vector<int> leaves;
        for (const int column : columns)
            collect_leaves(reader_->manifest().schema_fields[static_cast<std::size_t>(column)], leaves);
        reader_->set_batch_size(rows_a_batch);
        ARROW_ASSIGN_OR_RAISE(auto batches, reader_->GetRecordBatchReader(row_groups, leaves));
        return std::shared_ptr<arrow::RecordBatchReader>(std::move(batches));
    }

private:
    std::unique_ptr<parquet::arrow::FileReader> reader_;
};

/// Texts come as dictionaries, as they mostly lie in the file: each level is then looked up once a batch, not once a row.
parquet::ArrowReaderProperties reading_properties(const parquet::FileMetaData& metadata, bool use_threads) {
    parquet::ArrowReaderProperties properties(use_threads);
    properties.set_pre_buffer(false);  // a local disk needs no row group ahead in memory
    for (int leaf = 0; leaf < metadata.num_columns(); ++leaf)
        if (metadata.schema()->Column(leaf)->logical_type()->is_string()) properties.set_read_dictionary(leaf, true);
    return properties;
}

}  // namespace

arrow::Result<std::unique_ptr<FileReader>> open_parquet(RandomAccess file, bool use_threads) {
    parquet::ReaderProperties properties;
    properties.enable_buffered_stream();
    properties.set_page_checksum_verification(true);
    parquet::arrow::FileReaderBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Open(std::move(file), properties));
    builder.properties(reading_properties(*builder.raw_reader()->metadata(), use_threads));
    std::unique_ptr<parquet::arrow::FileReader> reader;
    ARROW_RETURN_NOT_OK(builder.Build(&reader));
    return std::make_unique<ParquetReader>(std::move(reader));
}

}  // namespace treewright::arrow_plugin
