// Which rows are held out together. Folds depend on the rows as a multiset and on the seed, not on the order of the rows.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"

namespace treewright {

struct FoldPlan {
    std::size_t count = 10;
    std::uint64_t seed = 1;
    bool stratified = true;  ///< stratified by class; numbers are never stratified
};

/// The rows of each fold, among these rows. Stratified: the rows of every class, and all rows, are spread evenly: their numbers differ by one
/// at most. At least as many rows as folds.
std::vector<RowList> make_folds(const TrainingSet& set, const FoldPlan& plan, const RowSelection& rows, const Run& run);

/// A stratified part of the rows.
struct DrawPlan {
    double share = 0.3;
    std::uint64_t seed = 1;
    bool stratified = true;
};
RowList draw_rows(const TrainingSet& set, const DrawPlan& plan, const RowSelection& rows, const Run& run);

/// These rows in parts of these shares, which add up to 1; stratified by class.
struct PartsPlan {
    std::vector<double> shares;
    std::uint64_t seed = 1;
    bool stratified = true;
};
std::vector<RowList> make_parts(const TrainingSet& set, const PartsPlan& plan, const RowSelection& rows, const Run& run);

}  // namespace treewright
