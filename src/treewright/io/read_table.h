// Reading for training: a file becomes a `Table`, its types decided by all of its rows.
#pragma once

#include <string>

#include "treewright/base/run.h"
#include "treewright/data/table.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// Reads CSV, JSON records or ARFF, plain or compressed, from a file or from standard input (`-`). Columns of `options.ignore` are not in the
/// table. Throws an input `Error` for a file that cannot be understood, `Cancelled` when the user stops it.
[[nodiscard]] Table read_table(const std::string& path, const ReadOptions& options, const Run& run);

}  // namespace treewright
