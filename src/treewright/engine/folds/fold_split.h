// Splits a shared node whose folds ask about the same feature: by the question of one of them. For each of the others the rows between
// the two thresholds change sides.
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

    /// How many rows a fold would have elsewhere than the shared tree.
    [[nodiscard]] std::size_t strays(const FoldPart& part, const AwayBits* away) const;

    /// Parts the rows of the node (`spare`: at least as many), notes in `away` which rows stand on another side for whom, and makes the
    /// children: of their parts the folds, the added rows and the ranges.
    std::vector<SharedNode> run(const SharedNode& node, AwayBits* away, std::span<std::uint32_t> spare, const Threads& threads,
                                Progress& progress) const;

private:
    [[nodiscard]] std::uint32_t child_of(RowId row, double threshold) const;
    void find_rows_between(const BinnedFeature& feature, BinColumn bins, std::span<const RowId> rows, Gap ends,
                           const Progress& progress);

    const Column& column_;
    Tree question_;               ///< of one split node: the question that all rows are parted by
    std::vector<RowId> between_;  ///< rows between the lowest threshold of a fold and the highest
};

}  // namespace treewright
