// Reading for prediction on files of any size: the rows of a file by a model's schema, some thousand at a time, in the order of
// the file. Memory is that of a batch and of the blocks being parsed.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/schema.h"
#include "treewright/io/read_by_schema.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// What is to be read, and by which schema. The schema must outlive the reader.
struct BatchRequest {
    std::string path;  ///< `-` is standard input
    const Schema& schema;
    ReadOptions options;    ///< of these delimiter, header, names, na, threads and block_size: types are the schema's
    KeepColumns keep = {};  ///< columns handed back as they were written
    std::size_t rows_per_batch = 1 << 16;  ///< approximate minimum; the last batch may be shorter
    std::vector<bool> needed = {};  ///< features that the file must have; the others are missing if it lacks them. Empty: all
    /// Each line of a CSV or JSON Lines file is handed on as soon as it is there: a batch is a row, or one that was left out
    /// (`SchemaRows::bad_rows`). A file without rows is not an error.
    bool live = false;
};

class BatchReader {
public:
    BatchReader() = default;
    BatchReader(const BatchReader&) = delete;
    BatchReader& operator=(const BatchReader&) = delete;
    virtual ~BatchReader() = default;

    /// The kept columns, names and types without cells, in the order of `SchemaRows::kept`: known before the first row.
    [[nodiscard]] virtual const std::vector<KeptColumn>& kept() const = 0;

    /// Replaces `batch` by the next rows (its memory is used again); false after the last. A file without rows is an input error
    /// at the first call. Throws input errors with their place, the first of the file first, and `Cancelled`.
    virtual bool next(SchemaRows& batch) = 0;

    /// Whether each row of the file names its cells, as in JSON.
    [[nodiscard]] virtual bool has_records() const { return false; }

    /// Reports the levels that the model never saw in the rows read so far. Call at the end.
    void report_unseen(Messages& messages) const { report_unseen_of_first(std::numeric_limits<std::size_t>::max(), messages); }
    /// The same for the first features of the schema only.
    virtual void report_unseen_of_first(std::size_t features, Messages& messages) const = 0;
};

/// Opens the file, reads its names and finds the schema's columns. `messages` gets what was found out about the file; it is not
/// kept, `progress` is.
[[nodiscard]] std::unique_ptr<BatchReader> open_batches(const BatchRequest& request, const Run& run);

}  // namespace treewright
