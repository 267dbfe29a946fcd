// Opens a source as rows, CSV or ARFF, whichever it is, and says what was found out about it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/csv/csv_dialect.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/row_reader.h"

namespace treewright {

/// Whether the first of the records holds the names, asked where the options don't say it. `looks` is what it looks like.
using HeaderJudge = std::function<bool(const std::vector<Record>& records, FirstRow looks)>;

/// `source` must outlive the result.
[[nodiscard]] std::unique_ptr<RowReader> open_rows(Source& source, const ReadOptions& options, const HeaderJudge& judge,
                                                   Messages& messages);

}  // namespace treewright
