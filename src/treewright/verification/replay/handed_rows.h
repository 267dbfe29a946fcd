// The rows as drivers get them, without losing a bit: rows.bin holds the cells, job.json says what they are.
//
// rows.bin: the features in the order of the schema, each with all of its rows: doubles for numbers, dates, times and the ranks of
// ordered categories (NaN: missing), 32-bit integers for categories (-1: missing, -2: unseen), in the byte order of this machine.
// job.json: {"rows": N, "classes": […], "features": [{"name", "type", "levels": […], "unseen": […]}, …]}. The text of an unseen level in row
// r is unseen[r % length].
#pragma once

#include <string>
#include <string_view>

#include "treewright/data/table.h"
#include "treewright/export/targets.h"
#include "treewright/tree/model.h"
#include "treewright/verification/replay/workplace.h"

namespace treewright {

/// What is replayed.
struct Replay {
    const Model& model;
    const ExportOptions& options;
    std::string_view bytes;
    const Table& rows;
};

/// Writes both files.
void hand_over(const Replay& replay, const Workplace& place);
/// The same of any table with this number of rows.
void hand_over(const Table& rows, const std::vector<std::string>& classes, const Workplace& place);
/// The same for drivers in Python, with the module treewright_rows that reads them.
void hand_over_to_python(const Replay& replay, const Workplace& place);
void hand_over_to_python(const Table& rows, const std::vector<std::string>& classes, const Workplace& place);

/// The text of a cell of a category; null if it is missing. `unseen`: see `unseen_texts`.
[[nodiscard]] const std::string* text_of_cell(const Column& column, std::size_t row, const std::vector<std::string>& unseen);

}  // namespace treewright
