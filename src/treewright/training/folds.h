// Which rows are held out together. Folds depend on the rows as a multiset and on the seed, not on the order of the rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/growing/grower.h"

namespace treewright {

using RowList = std::vector<std::uint32_t>;  ///< in the order of the table

struct FoldPlan {
    std::size_t count = 10;
    std::uint64_t seed = 1;
    bool stratified = true;  ///< classes are dealt out one by one; numbers always as they come
};

/// The rows of each fold, among those of the run. Every class is dealt out evenly, and so are all rows: their numbers differ by one
/// at most. At least as many rows as folds.
std::vector<RowList> make_folds(const TrainingSet& set, const FoldPlan& plan, const GrowRun& run);

/// A part of the rows, of every class the same share.
struct DrawPlan {
    double share = 0.3;
    std::uint64_t seed = 1;
    bool stratified = true;
};
RowList draw_rows(const TrainingSet& set, const DrawPlan& plan, const GrowRun& run);

/// All rows in parts of these shares, which add up to 1; of every class the same share.
struct PartsPlan {
    std::vector<double> shares;
    std::uint64_t seed = 1;
    bool stratified = true;
};
std::vector<RowList> make_parts(const TrainingSet& set, const PartsPlan& plan, const GrowRun& run);

/// The rows of a run: those that it names, or all.
RowList rows_of(const TrainingSet& set, const GrowRun& run);
/// Those of `rows` that are not in `some`.
RowList rows_without(std::span<const std::uint32_t> some, std::span<const std::uint32_t> rows);
/// The same of all rows of a table.
RowList rows_without(std::span<const std::uint32_t> some, std::size_t rows);

}  // namespace treewright
