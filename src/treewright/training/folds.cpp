#include "treewright/training/folds.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/data/content_hash.h"
#include "treewright/training/row_order_internal.h"

namespace treewright {

namespace {

struct Dealing {
    std::uint64_t seed;
    bool stratified;
};

/// Class by class, within a class by the hash of the row: rows that are adjacent in both are equal.
RowList rows_to_deal(const TrainingSet& set, Dealing dealing, const RowSelection& selection, const Run& run) {
    const std::vector<std::uint64_t> hashes = row_hashes(set, dealing.seed, run);
    RowList rows = selection.list();
    sort_by_class_and_hash(rows, hashes, dealing.stratified ? std::span(set.target.codes) : std::span<const LevelCode>{});
    return rows;
}

void sort_each(std::vector<RowList>& lists) {
    for (RowList& list : lists) std::sort(list.begin(), list.end());
}

}  // namespace

std::vector<RowList> make_folds(const TrainingSet& set, const FoldPlan& plan, const RowSelection& selection, const Run& run) {
    const RowList rows = rows_to_deal(set, {plan.seed, plan.stratified}, selection, run);
    check_invariant(plan.count >= 2 && plan.count <= rows.size(), "at least two folds, none of them empty");
    std::vector<RowList> folds(plan.count);
    for (std::size_t i = 0; i < rows.size(); ++i) folds[i % plan.count].push_back(rows[i]);
    sort_disjoint(folds, set.rows);
    return folds;
}

RowList draw_rows(const TrainingSet& set, const DrawPlan& plan, const RowSelection& selection, const Run& run) {
    const RowList rows = rows_to_deal(set, {plan.seed, plan.stratified}, selection, run);
    RowList drawn;
    // The n-th row is drawn where the share of n reaches the next whole number: evenly over classes, which are contiguous.
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::floor(plan.share * static_cast<double>(i + 1)) > std::floor(plan.share * static_cast<double>(i)))
            drawn.push_back(rows[i]);
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

std::vector<RowList> make_parts(const TrainingSet& set, const PartsPlan& plan, const RowSelection& selection, const Run& run) {
    const RowList rows = rows_to_deal(set, {plan.seed, plan.stratified}, selection, run);
    std::vector<RowList> parts(plan.shares.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        // To the part that lacks most of its share so far; of equals, the first.
        const auto lack = [&](std::size_t part) {
            return plan.shares[part] * static_cast<double>(i + 1) - static_cast<double>(parts[part].size());
        };
        std::size_t neediest = 0;
        for (std::size_t part = 1; part < parts.size(); ++part)
            if (lack(part) > lack(neediest)) neediest = part;
        parts[neediest].push_back(rows[i]);
    }
    sort_each(parts);
    return parts;
}

}  // namespace treewright
