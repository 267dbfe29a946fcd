// A Parquet or Arrow file, opened with the Arrow library.
#pragma once

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "treewright/io/arrow/arrow_plugin.h"

namespace treewright::arrow_plugin {

class FileReader {
public:
    virtual ~FileReader() = default;
    [[nodiscard]] virtual arrow::Result<std::shared_ptr<arrow::Schema>> schema() = 0;
    [[nodiscard]] virtual std::int64_t rows() = 0;
    [[nodiscard]] virtual arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> read(const std::vector<int>& columns,
                                                                                        std::int64_t rows_per_batch) = 0;
};

using RandomAccess = std::shared_ptr<arrow::io::RandomAccessFile>;

arrow::Result<std::unique_ptr<FileReader>> open_parquet(RandomAccess file, bool use_threads);
arrow::Result<std::unique_ptr<FileReader>> open_arrow_file(RandomAccess file, bool use_threads);
arrow::Result<std::unique_ptr<FileReader>> open_arrow_stream(RandomAccess file, bool use_threads);

}  // namespace treewright::arrow_plugin
