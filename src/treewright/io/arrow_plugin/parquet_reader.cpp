// Reads Parquet files: row groups as record batches, texts as dictionaries where the file has them.
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include <algorithm>
#include <array>
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
                                                                  std::int64_t rows_per_batch) override {
        std::vector<int> row_groups(static_cast<std::size_t>(reader_->num_row_groups()));
        std::iota(row_groups.begin(), row_groups.end(), 0);
        std::vector<int> leaves;
        for (const int column : columns)
            collect_leaves(reader_->manifest().schema_fields[static_cast<std::size_t>(column)], leaves);
        reader_->set_batch_size(rows_per_batch);
        ARROW_ASSIGN_OR_RAISE(auto batches, reader_->GetRecordBatchReader(row_groups, leaves));
        return std::shared_ptr<arrow::RecordBatchReader>(std::move(batches));
    }

private:
    std::unique_ptr<parquet::arrow::FileReader> reader_;
};

bool uses_dictionary(parquet::Encoding::type encoding) {
    return encoding == parquet::Encoding::RLE_DICTIONARY || encoding == parquet::Encoding::PLAIN_DICTIONARY;
}

/// Whether all rows of a column point into dictionaries that lie in the file. Where some do not, the library makes a dictionary of
/// the texts as they come, and the order of its levels is arbitrary.
bool lies_in_dictionaries(const parquet::FileMetaData& metadata, int leaf) {
    for (int group = 0; group < metadata.num_row_groups(); ++group) {
        const auto chunk = metadata.RowGroup(group)->ColumnChunk(leaf);
        if (!chunk->has_dictionary_page()) return false;
        for (const parquet::PageEncodingStats& pages : chunk->encoding_stats())
            if (pages.page_type != parquet::PageType::DICTIONARY_PAGE && !uses_dictionary(pages.encoding)) return false;
    }
    return true;
}

/// Whether the library can make dictionaries of a column of texts: it has not implemented that for all encodings.
bool can_be_dictionary(const parquet::FileMetaData& metadata, int leaf) {
    using parquet::Encoding;
    constexpr std::array known = {Encoding::PLAIN, Encoding::PLAIN_DICTIONARY, Encoding::RLE_DICTIONARY, Encoding::RLE,
                                  Encoding::BIT_PACKED};
    for (int group = 0; group < metadata.num_row_groups(); ++group)
        for (const Encoding::type encoding : metadata.RowGroup(group)->ColumnChunk(leaf)->encodings())
            if (std::find(known.begin(), known.end(), encoding) == known.end()) return false;
    return true;
}

/// The column of the table to which a leaf belongs.
int field_of(const parquet::FileMetaData& metadata, int leaf) {
    return metadata.schema()->group_node()->FieldIndex(*metadata.schema()->GetColumnRoot(leaf));
}

bool is_ordered(const arrow::DataType& type) {
    return type.id() == arrow::Type::DICTIONARY && static_cast<const arrow::DictionaryType&>(type).ordered();
}

/// Texts come as dictionaries, as they mostly lie in the file: each level is then looked up once a batch, not once a row. Only an
/// ordered dictionary comes as the file describes it, because the library forgets the order otherwise.
arrow::Result<parquet::ArrowReaderProperties> reading_properties(const parquet::FileMetaData& metadata, bool use_threads) {
    parquet::ArrowReaderProperties properties(use_threads);
    properties.set_pre_buffer(false);  // a local disk needs no row group ahead in memory
    std::shared_ptr<arrow::Schema> schema;
    ARROW_RETURN_NOT_OK(
        parquet::arrow::FromParquetSchema(metadata.schema(), properties, metadata.key_value_metadata(), &schema));
    for (int leaf = 0; leaf < metadata.num_columns(); ++leaf) {
        const bool ordered =
            is_ordered(*schema->field(field_of(metadata, leaf))->type()) && lies_in_dictionaries(metadata, leaf);
        const bool text = metadata.schema()->Column(leaf)->logical_type()->is_string();
        if (text && !ordered && can_be_dictionary(metadata, leaf)) properties.set_read_dictionary(leaf, true);
    }
    return properties;
}

}  // namespace

arrow::Result<std::unique_ptr<FileReader>> open_parquet(RandomAccess file, bool use_threads) {
    parquet::ReaderProperties properties;
    properties.enable_buffered_stream();
    properties.set_page_checksum_verification(true);
    parquet::arrow::FileReaderBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Open(std::move(file), properties));
    ARROW_ASSIGN_OR_RAISE(const auto reading, reading_properties(*builder.raw_reader()->metadata(), use_threads));
    builder.properties(reading);
    std::unique_ptr<parquet::arrow::FileReader> reader;
    ARROW_RETURN_NOT_OK(builder.Build(&reader));
    return std::make_unique<ParquetReader>(std::move(reader));
}

}  // namespace treewright::arrow_plugin
