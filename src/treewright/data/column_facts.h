// What a column looks like: counted once, used to leave out identifiers, to warn, and to describe a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/table.h"

namespace treewright {

struct ColumnFacts {
    double known = 0.0;        ///< weight of the rows that have a value
    double missing = 0.0;      ///< weight of those that have none
    std::size_t distinct = 0;  ///< different values
    double lowest = 0.0;       ///< numeric columns with a known value
    double highest = 0.0;
    double mean = 0.0;                   ///< over finite values
    std::vector<double> level_weights;   ///< categorical: weight of each level
    double number_share = 0.0;           ///< categorical: share of the known weight whose level reads as a number
    std::vector<std::string> texts;      ///< where that share is half or more, but not all: some levels that do not, at most 3
    bool looks_like_identifier = false;  ///< a category whose distinct values are 95 % or more of its known rows (at least 4)
    bool differs_in_rows = false;        ///< the same, each row counted once whatever its weight
    bool counts_rows = false;            ///< integers that are all different and consecutive
    bool is_constant = false;            ///< at most one known value
};

/// Whether the whole text is a number.
bool reads_as_number(const std::string& text);

/// The sentence for a column of numbers that some words make a category; nothing for others.
std::optional<std::string> remark_on_words(const std::string& name, const ColumnFacts& facts);

/// The lowest and the highest number of a column that counts its rows: integers that are all different and consecutive. Most columns
/// are told by a first look, none is sorted.
struct RowCount {
    double lowest = 0.0;
    double highest = 0.0;
};
std::optional<RowCount> row_count_in(const Column& column);

/// `weights` empty: every row counts once.
ColumnFacts facts_of(const Column& column, const std::vector<double>& weights);

}  // namespace treewright
