// Batches of rows as a Parquet file, written by the Arrow plugin.
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "treewright/io/arrow/arrow_plugin.h"
#include "treewright/io/row_batch_writer.h"

namespace treewright {

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

}  // namespace treewright
