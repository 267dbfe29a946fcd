// Rows that do not fit the table and are left out or mended, because the user wants it. Never silent.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/io/read_options.h"

namespace treewright {

struct BadRow {
    std::size_t line = 0;
    std::string what;  ///< is wrong with it: a sentence with marks (base/spelling.h)
    std::string text;  ///< as it is in the file, without its line end
};

/// "x.csv, line 3, column 'a': …" without file and line, which are known.
[[nodiscard]] std::string without_place(std::string_view sentence, std::string_view file);

/// Says how many rows there are and in which lines, and writes them to the file that the options name.
void report_bad_rows(const std::vector<BadRow>& rows, const ReadOptions& options, const std::string& file, Messages& messages);

}  // namespace treewright
