// Opens a source as rows, CSV, JSON or ARFF, whichever it is, and notes what was detected.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/csv/csv_dialect.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/row_reader.h"

namespace treewright {

/// Whether the first of the records holds the names, called if the options don't set it. `looks` is what was detected.
using IsHeader = std::function<bool(const std::vector<Record>& records, FirstRow looks)>;

struct OpenRequest {
    const ReadOptions& options;
    IsHeader is_header;
    std::optional<AskedColumns> asked = {};  ///< unset: all columns
};

/// `source` must outlive the result.
[[nodiscard]] std::unique_ptr<RowReader> open_rows(Source& source, const OpenRequest& request, const Run& run);

}  // namespace treewright
