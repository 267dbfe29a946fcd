// One `@attribute` line of an ARFF file.
#pragma once

#include "treewright/io/arff/arff_scanner.h"
#include "treewright/io/cells/column_rule.h"

namespace treewright {

/// What comes after the keyword: `name {a, b}`, `name numeric`, `name string`, `name date "yyyy-MM-dd"`. Throws an input error
/// for any other type.
[[nodiscard]] ColumnRule parse_attribute(ArffScanner& scanner, const Place& place);

/// Whether the ASCII letters are the same but for their case; `lowered` has none in upper case.
[[nodiscard]] bool same_word(std::string_view text, std::string_view lowered);

}  // namespace treewright
