// Columns of texts that are numbers or dates in the form that people give them: decided by all cells of a column, and said in a note.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/io/cells/growing_column.h"
#include "treewright/io/cells/written_number.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// Whether some column holds nothing but numbers, one of which must have a decimal comma. Then the file is read with decimal commas.
[[nodiscard]] bool has_decimal_commas(const std::vector<GrowingColumn>& columns, const CellRules& cells);

/// Makes numbers, dates and times of the texts that are such. An input error for a column that the user wants to be numbers or dates and
/// that has other cells; `lines` are those of its rows.
void settle_forms(std::vector<GrowingColumn>& columns, const CellRules& cells, const ReadOptions& options,
                  const std::vector<std::uint32_t>& lines, Messages& messages);

}  // namespace treewright
