// Writes a table batch by batch, in constant memory: predictions on their way out. CSV and Parquet differ only behind this interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "treewright/data/csv_writer.h"
#include "treewright/io/read_by_schema.h"

namespace treewright {

/// A column of the output, declared before the first batch.
struct OutputColumn {
    enum class Kind {
        number,  ///< cells are doubles; NaN is missing
        whole,   ///< cells are integers, none missing (the number of a leaf)
        level,   ///< cells are positions in `levels`; a negative one is missing
        kept,    ///< cells are those of a `KeptColumn`: texts as they were written in the input
    };
    std::string name;
    Kind kind = Kind::number;
    std::vector<std::string> levels;      ///< `level` only
    KeptType kept_type = KeptType::text;  ///< `kept` only: the type of the texts, for formats that have types
};

/// The cells of one column in one batch: doubles for `number`, integers for `whole` and `level`, texts for `kept`.
using OutputCells = std::variant<std::span<const double>, std::span<const std::int32_t>, const KeptColumn*>;

class RowBatchWriter {
public:
    RowBatchWriter() = default;
    RowBatchWriter(const RowBatchWriter&) = delete;
    RowBatchWriter& operator=(const RowBatchWriter&) = delete;
    virtual ~RowBatchWriter() = default;

    /// One entry in `cells` for each column, each with `rows` cells; they are read before the call returns.
    virtual void write(std::span<const OutputCells> cells, std::size_t rows) = 0;
    /// To be called once, after the last batch: nothing is complete before.
    virtual void finish() = 0;
};

enum class TableFormat { csv, parquet };

/// Parquet for a name that ends in .parquet or .pq (in any case), else CSV.
[[nodiscard]] TableFormat format_by_name(std::string_view path);

/// The bytes go to `sink` as they are made (an `AtomicFile`, standard output); `columns` may repeat names in a CSV only. The
/// header of a CSV is written at once. Throws an input `Error` where Parquet is asked for and this installation cannot write it.
[[nodiscard]] std::unique_ptr<RowBatchWriter> make_row_batch_writer(TableFormat format, std::vector<OutputColumn> columns,
                                                                    ByteSink sink);

}  // namespace treewright
