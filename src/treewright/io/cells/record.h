// One row of a file before its cells have types: texts that point into the block they were read from.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace treewright {

struct Field {
    std::string_view text;  ///< trimmed; without its quotes, escapes undone
    bool quoted = false;    ///< a quoted field is a value even if it is empty or a word that means missing
};

struct Record {
    std::vector<Field> fields;
    std::size_t line = 0;  ///< in which it begins, from 1
};

}  // namespace treewright
