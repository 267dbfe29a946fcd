// Which rows are held out together. Folds depend on the rows as a multiset and on the seed, not on the order of the rows.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/grower.h"

namespace treewright {

struct FoldPlan {
    std::size_t count = 10;
    std::uint64_t seed = 1;
};

/// The rows of each fold, in the order of the table. Every class is dealt out evenly, and so are all rows: their numbers differ by one
/// at most. At least as many rows as folds.
std::vector<std::vector<std::uint32_t>> make_folds(const TrainingSet& set, const FoldPlan& plan, const Threads& threads,
                                                   Progress& progress);

/// A part of the rows, of every class the same share.
struct DrawPlan {
    double share = 0.3;
    std::uint64_t seed = 1;
};
std::vector<std::uint32_t> draw_rows(const TrainingSet& set, const DrawPlan& plan, const GrowRun& run);

/// The other rows, in the order of the table.
std::vector<std::uint32_t> rows_without(const std::vector<std::uint32_t>& fold, std::size_t rows);

}  // namespace treewright
