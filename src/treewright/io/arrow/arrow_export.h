// Rows of output as Arrow arrays that own their memory, for a plugin to write.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "treewright/data/arrow_c.h"
#include "treewright/io/row_batch_writer.h"

namespace treewright {

/// The schema of a table with these columns.
void export_schema(const std::vector<OutputColumn>& columns, ArrowSchema* out);

/// A batch of such a table.
void export_batch(const std::vector<OutputColumn>& columns, std::span<const OutputCells> cells, std::size_t rows,
                  ArrowArray* out);

}  // namespace treewright
