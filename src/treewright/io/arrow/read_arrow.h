// Parquet and Arrow files, for training and for prediction. They declare the types of their columns; the user may override them.
#pragma once

#include <memory>

#include "treewright/base/run.h"
#include "treewright/data/table.h"
#include "treewright/io/arrow/arrow_file.h"
#include "treewright/io/batch_reader.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// Of `options`, delimiter and header have no meaning here. Cells that hold a word of `na` are missing only if the user gave such
/// words: the file has missing cells of its own.
[[nodiscard]] Table read_arrow_table(ArrowFile& file, const ReadOptions& options, const Run& run);

[[nodiscard]] std::unique_ptr<BatchReader> open_arrow_batches(std::unique_ptr<ArrowFile> file, const BatchRequest& request,
                                                              const Run& run);

}  // namespace treewright
