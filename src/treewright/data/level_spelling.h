// Spellings of one level: `Yes`, `yes ` and `YES` differ only in case or blanks.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/data/table.h"

namespace treewright {

/// What all spellings of a level have in common: letters (Latin, Greek, Cyrillic) in lower case, no blanks at the ends, one between words.
[[nodiscard]] std::string folded(std::string_view text);

/// Finds levels by their text; by any spelling where the column folds case. The schema must outlive it.
class LevelFinder {
public:
    explicit LevelFinder(const ColumnSchema& schema);

    /// The code of a level, or `unseen_code`.
    [[nodiscard]] LevelCode find(std::string_view text) const;

private:
    bool folds_case_;
    std::unordered_map<std::string, LevelCode> codes_;
};

/// Merges the spellings of each level of a category. Its name is the most frequent spelling, the first by bytes among equals.
void fold_case(Column& column);

/// The levels that have more than one spelling: the spellings of the first of them, and how many there are.
struct SpellingVariants {
    std::vector<std::string> first;
    std::size_t levels = 0;
};
[[nodiscard]] SpellingVariants spelling_variants(const std::vector<std::string>& levels);

}  // namespace treewright
