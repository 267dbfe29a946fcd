#include "treewright/training/folds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/data/content_hash.h"
#include "treewright/training/row_order.h"

namespace treewright {

namespace {

/// Class by class, within a class by the hash of the row: rows that stand side by side in both are equal.
std::vector<std::uint32_t> rows_to_deal(const TrainingSet& set, const std::vector<std::uint64_t>& hashes) {
    std::vector<std::uint32_t> rows(set.rows);
    std::iota(rows.begin(), rows.end(), 0U);
    sort_by_class_and_hash(rows, hashes, set.target.codes);  // numbers have no codes
    return rows;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> make_folds(const TrainingSet& set, const FoldPlan& plan, const Threads& threads,
                                                   Progress& progress) {
    check_invariant(plan.count >= 2 && plan.count <= set.rows, "at least two folds, none of them empty");
    const std::vector<std::uint32_t> rows = rows_to_deal(set, row_hashes(set, plan.seed, threads, progress));
    std::vector<std::vector<std::uint32_t>> folds(plan.count);
    for (std::size_t i = 0; i < rows.size(); ++i) folds[i % plan.count].push_back(rows[i]);
    sort_disjoint(folds, set.rows);
    return folds;
}

std::vector<std::uint32_t> draw_rows(const TrainingSet& set, const DrawPlan& plan, const GrowRun& run) {
    const std::vector<std::uint32_t> rows = rows_to_deal(set, row_hashes(set, plan.seed, run.threads, run.progress));
    std::vector<std::uint32_t> drawn;
    // The n-th row is drawn where the share of n reaches the next whole number: evenly over classes, as these stand together.
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::floor(plan.share * static_cast<double>(i + 1)) > std::floor(plan.share * static_cast<double>(i)))
            drawn.push_back(rows[i]);
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

std::vector<std::uint32_t> rows_without(const std::vector<std::uint32_t>& fold, std::size_t rows) {
    std::vector<std::uint32_t> others;
    others.reserve(rows - fold.size());
    auto next = fold.begin();
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (next != fold.end() && *next == row)
            ++next;
        else
            others.push_back(row);
    }
    return others;
}

}  // namespace treewright
