// A table made of the rows of a text file, CSV or ARFF, its types decided by all of them.
#pragma once

#include "treewright/base/messages.h"
#include "treewright/data/table.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/read_options.h"

namespace treewright {

[[nodiscard]] Table read_row_table(Source& source, const ReadOptions& options, Messages& messages);

}  // namespace treewright
