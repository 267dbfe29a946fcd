// Options for reading a table. Everything that is unset is detected, with a note unless it is the usual case.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/csv_writer.h"

namespace treewright {

/// A category with an order, such as size: small < medium < large.
struct OrderedColumn {
    std::string name;
    std::vector<std::string> levels;  ///< from lowest to highest, each once
};

struct ReadOptions {
    std::optional<char> delimiter;   ///< what separates the fields; ' ' means runs of blanks; unset: detected
    std::optional<bool> header;      ///< whether the first row holds the names (--no-header: false); unset: detected
    std::vector<std::string> names;  ///< names of all columns, in place of those of the file; empty: the file's, else c1…
    std::optional<std::vector<std::string>>
        na;                                ///< words that mean missing, besides the empty field; unset: `default_na_words()`
    std::vector<std::string> categorical;  ///< names of columns that are categories whatever they look like
    std::vector<std::string> numeric;      ///< names of columns in which every cell must be a number
    std::vector<std::string> ignore;       ///< names of columns that are left out of the table
    std::vector<OrderedColumn> ordered;    ///< categories with an order; any other value in them is an error
    unsigned threads = 0;                  ///< 0: all cores; never changes the result
    std::size_t block_size = 256 * 1024;   ///< bytes read at a time; never changes the result
};

}  // namespace treewright
