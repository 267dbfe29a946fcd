// Batches of rows out of a text file, CSV or ARFF.
#pragma once

#include <memory>

#include "treewright/io/batch_reader.h"
#include "treewright/io/bytes/source.h"

namespace treewright {

[[nodiscard]] std::unique_ptr<BatchReader> open_row_batches(std::unique_ptr<Source> source, const BatchRequest& request,
                                                            Messages& messages);

}  // namespace treewright
