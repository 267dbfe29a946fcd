// The driver of exports to C and C++, which is compiled with the export: it reads the rows as bytes and prints the answers. And what the
// drivers of other languages are made with, too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/export/program_names.h"
#include "treewright/verification/replay/handed_rows.h"
#include "treewright/verification/replay/workplace.h"

namespace treewright {

/// What differs between the two languages.
struct NativeLanguage {
    std::string_view row;          ///< declares `row`, in which every value is missing; @name@ is the name of the export
    std::string_view level;        ///< the level of the text `text` (null: missing) of @field@ or @type@
    std::string_view answer;       ///< prints the answer to `row`, or that it is refused, for classes
    std::string_view number;       ///< the same in regression
};

/// The features' texts as texts.bin: for each feature with levels, and then for the classes: the number of levels and that of unseen texts as 32-bit integers,
/// then each text as its length and its bytes with a NUL behind.
void hand_over_to_native(const Replay& replay, const ProgramNames& names, const Workplace& place);
/// Where the cells of each feature begin in rows.bin.
[[nodiscard]] std::vector<std::size_t> offsets_of(const Table& rows);
[[nodiscard]] std::string native_driver(const Replay& replay, const ProgramNames& names, const NativeLanguage& language);

}  // namespace treewright
