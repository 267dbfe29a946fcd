// Imports a table from an Arrow C stream: used for Parquet and Arrow files and for data frames of other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/arrow_column.h"
#include "treewright/data/table.h"

namespace treewright {

/// A column of the stream and its target type. A column may be requested more than once, or not at all.
struct ArrowColumnRequest {
    std::size_t column = 0;
    ArrowAs as = ArrowAs::given;
};

/// The batches of a stream, one after the other.
class ArrowBatches {
public:
    /// Reads the schema. `stream` must outlive this; `source` is its name in messages.
    ArrowBatches(ArrowArrayStream& stream, std::string source);

    [[nodiscard]] const std::vector<ArrowField>& fields() const { return fields_; }
    [[nodiscard]] const std::string& source() const { return source_; }

    /// Moves to the next batch that has rows; false at the end. A failure of the producer becomes an `Error` with its
    /// reason: of the system if the code is EIO, else of the input. ENOMEM becomes `std::bad_alloc`.
    bool next();
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    /// Whether a batch with rows follows; it is fetched for that.
    bool has_more();
    /// The numbers of a column of the batch in the producer's memory, which they keep. Nothing if they would have to be converted, or if
    /// some are null.
    [[nodiscard]] std::optional<Numbers> borrowed(std::size_t column) const;
    /// Adds rows [first, first + count) of a column of the batch to a builder. A damaged array becomes an input `Error` that
    /// says where.
    void add(std::size_t column, std::int64_t first, std::int64_t count, ArrowColumnBuilder& builder) const;

private:
    using Batch = std::shared_ptr<ArrowOwner<ArrowArray>>;

    [[noreturn]] void fail(int code) const;
    [[nodiscard]] Batch fetched();
    [[nodiscard]] const ArrowArray& array() const { return **batch_; }

    ArrowArrayStream& stream_;
    std::string source_;
    std::vector<ArrowField> fields_;
    Batch batch_;
    Batch ahead_;  ///< fetched by `has_more`
    bool ended_ = false;
    std::int64_t rows_ = 0;
};

/// Throws an input `Error` with advice if the column's type cannot be a table's (lists, bytes, …).
void refuse_nested(const ArrowField& field, const std::string& source);

/// The finished column; warns of rounded integers and refuses orders of levels that differ.
[[nodiscard]] Column finish_column(ArrowColumnBuilder& builder, const std::string& source, Messages& messages);

/// All rows of the requested columns, in the order of the requests, with their positions in the stream. `expected_rows` is for
/// the progress bar only; 0 if unknown.
[[nodiscard]] Table import_arrow(ArrowBatches& batches, const std::vector<ArrowColumnRequest>& requests,
                                 std::size_t expected_rows, const Run& run);
/// The same for a table in memory: numbers of a stream of one batch are not copied where that can be avoided.
[[nodiscard]] Table share_arrow(ArrowBatches& batches, const std::vector<ArrowColumnRequest>& requests, const Run& run);

}  // namespace treewright
