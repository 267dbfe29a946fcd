// Batches of rows as CSV.
#pragma once

#include <vector>

#include "treewright/io/row_batch_writer.h"

namespace treewright {

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

}  // namespace treewright
