// A table in memory, handed over as an Arrow C stream, becomes columns: the door for Parquet and Arrow files and for other
// programs' data frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/base/progress.h"
#include "treewright/data/arrow_column.h"
#include "treewright/data/table.h"

namespace treewright {

/// A column of the stream and what it is to become. A column may be asked for more than once, or not at all.
struct ArrowWish {
    std::size_t column = 0;
    ArrowAs as = ArrowAs::given;
};

/// The batches of a stream, one after the other.
class ArrowBatches {
public:
    /// Asks for the schema. `stream` must outlive this; `source` is its name in sentences.
    ArrowBatches(ArrowArrayStream& stream, std::string source);

    [[nodiscard]] const std::vector<ArrowField>& fields() const { return fields_; }
    [[nodiscard]] const std::string& source() const { return source_; }

    /// The next batch that has rows; false at the end. What the producer says of a failure becomes an input `Error`.
    bool next();
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    /// Adds rows [first, first + count) of a column of the batch to a builder. Damage becomes an input `Error` with its place.
    void add(std::size_t column, std::int64_t first, std::int64_t count, ArrowColumnBuilder& builder) const;

private:
    [[noreturn]] void fail() const;

    ArrowArrayStream& stream_;
    std::string source_;
    std::vector<ArrowField> fields_;
    mutable ArrowOwner<ArrowArray> batch_;
    std::int64_t rows_ = 0;
};

/// Throws an input `Error` if the column holds nothing that a table can (lists, bytes, …), with what to do.
void refuse_nested(const ArrowField& field, const std::string& source);

/// The column that was built, after what there is to say about it: rounded integers, orders that differ.
[[nodiscard]] Column finish_column(ArrowColumnBuilder& builder, const std::string& source, Messages& messages);

/// All rows. The columns are those of the wishes, in their order, with their positions in the stream. `expected_rows` is for the
/// progress bar only; 0 if it is not known.
[[nodiscard]] Table import_arrow(ArrowBatches& batches, const std::vector<ArrowWish>& wishes, std::size_t expected_rows,
                                 Messages& messages, Progress& progress);

}  // namespace treewright
