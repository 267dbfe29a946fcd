// Summary statistics of a column, computed once: used to leave out identifiers, to warn, and to describe a table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "treewright/data/level_spelling.h"
#include "treewright/data/table.h"

namespace treewright {

/// A value such as 99, 999 or -1 that stands far from all others, and may mean missing.
struct FarCode {
    double value = 0.0;
    std::size_t rows = 0;
};

struct ColumnFacts {
    double known = 0.0;        ///< weight of the rows that have a value
    double missing = 0.0;      ///< weight of the rows that have none
    std::size_t distinct = 0;  ///< different values
    double lowest = 0.0;       ///< numeric columns with a known value
    double highest = 0.0;
    double mean = 0.0;                  ///< over finite values
    std::vector<double> level_weights;  ///< categorical: weight of each level
    double number_share = 0.0;          ///< categorical: share of the known weight whose level reads as a number
    std::vector<std::string> texts;     ///< if that share is at least half but not 1: the levels that are not numbers
    std::vector<std::string>
        unlike_numbers;                  ///< if it is 1: two levels that are written in different ways; none if all are alike
    SpellingVariants variants;           ///< categorical: levels that differ only in case or blanks
    bool looks_like_identifier = false;  ///< a category with hardly more rows than levels (`identifies`)
    bool differs_in_rows = false;        ///< the same with every weight taken as 1
    bool has_rare_levels = false;        ///< a category of at least 50 rows, fewer than 3 per level
    bool counts_rows = false;            ///< consecutive integers, each once
    bool is_constant = false;            ///< at most one known value
};

/// Whether the whole text is a number.
bool reads_as_number(const std::string& text);

/// The remark on a column of numbers that is a category because of some words or ways of writing; none for other columns.
std::optional<std::string> remark_on_words(const std::string& name, const ColumnFacts& facts);

/// The remark on levels that differ only in case or blanks; none if there are none.
std::optional<std::string> remark_on_spellings(const std::string& name, const SpellingVariants& variants);

/// The values 99, 999, … and -1, -9, -99, … of a column of numbers that are far from all others, if there is more than one such row.
std::vector<FarCode> far_codes_in(const Column& column);
std::string remark_on_codes(const std::string& name, const std::vector<FarCode>& codes);

/// The lowest and the highest number of a column that numbers the rows: consecutive integers, each once. Most columns are ruled
/// out by their first values; none is sorted.
struct RowCount {
    double lowest = 0.0;
    double highest = 0.0;
};
std::optional<RowCount> row_count_in(const Column& column);
/// Whether these are the numbers of the rows of a table, from 0 or 1, and not, say, years: there are at least 50.
bool numbers_all_rows(const RowCount& count, std::size_t rows);

/// The quartiles of the known values; the middle one is the median. Halfway between two values where a quarter of the rows ends
/// between them (type 2 of R's quantile); in a column of dates or ordered levels, the lower of the two. None without a known value.
std::optional<std::array<double, 3>> quartiles_of(const Column& column);

/// `weights` empty: every row counts once.
ColumnFacts facts_of(const Column& column, const std::vector<double>& weights);

}  // namespace treewright
