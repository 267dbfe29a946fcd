// `--where Outlook=sunny`: the rows of one category, as under a branch of a tree.
#pragma once

#include <string>

#include "treewright/data/table.h"

namespace treewright::cli {

struct Wish {
    std::string column;
    std::string value;
};

/// "Outlook=sunny"; a usage `Error` that names the option for a text without a column or an equals sign.
Wish wish_of(const std::string& option, const std::string& text);

/// Leaves the rows whose category is the wished one. Levels stay as they are. An input `Error` if there is no such column or
/// level, or the column is no category.
void keep_rows_where(Table& table, const Wish& wish, const std::string& source);

}  // namespace treewright::cli
