// Splits a shared node whose folds split on the same feature: by the threshold of one of them. For each of the others the rows
// between the two thresholds change sides.
#pragma once

#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/engine/folds/shared_node.h"
#include "treewright/engine/index/bin_index.h"
#include "treewright/engine/measure/cut_choice.h"

namespace treewright {

class FoldSplit {
public:
    FoldSplit(const SearchContext& context, const BinIndex& bins, const SharedNode& node, const Progress& progress);

    /// How many rows of a fold would be displaced: in another node than in the shared tree.
    [[nodiscard]] std::size_t displaced_rows(const FoldPart& part, const AbsentBits* absent) const;

    /// Partitions the rows of the node (`scratch`: at least as many), marks in `absent` which rows are on another side for
    /// which fold, and makes the children: for each part its fold, the added rows and the range.
    std::vector<SharedNode> run(const SharedNode& node, AbsentBits* absent, std::span<std::uint32_t> scratch,
                                const Threads& threads, Progress& progress) const;

private:
    [[nodiscard]] std::uint32_t child_of(RowId row, double threshold) const;
    void find_rows_between(const BinnedFeature& feature, BinColumn bins, std::span<const RowId> rows, Gap ends,
                           const Progress& progress);

    const Column& column_;
    Tree question_;               ///< a tree of one split, by which all rows are partitioned
    std::vector<RowId> between_;  ///< rows between the lowest and the highest threshold of the folds
};

}  // namespace treewright
