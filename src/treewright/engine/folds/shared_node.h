// A node that several folds share: a list of rows with its histogram, and for each fold what it has of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/node_counts.h"
#include "treewright/engine/small_nodes/ranked_rows.h"
#include "treewright/engine/small_nodes/row_view.h"
#include "treewright/growing/growth.h"

namespace treewright {

/// What a fold has of a shared node.
struct FoldPart {
    std::size_t fold = 0;               ///< the number of its bit
    NewNode node;                       ///< in the fold's tree; its range is that of the fold's own rows
    std::vector<RowId> added;           ///< rows of the fold that the shared tree has elsewhere
    std::unique_ptr<NodeCounts> lacks;  ///< of the shared rows that the fold does not have, minus that of the added ones
    std::unique_ptr<PendingSplit> split;
    bool is_small = false;  ///< the fold's node is left to a subtree
    bool is_alone = false;  ///< or to a branch

    [[nodiscard]] AwayBits bit() const { return static_cast<AwayBits>(1U << fold); }
    [[nodiscard]] const Split& question() const { return split->candidate.split; }
};

struct SharedNode {
    std::span<RowId> rows;
    std::shared_ptr<LargeArray<std::uint32_t>> copy;  ///< where they stand, if not among everybody's
    std::size_t depth = 0;
    std::unique_ptr<NodeCounts> total;  ///< none where no fold searches
    std::vector<FoldPart> parts;
    /// Of all rows that one of the folds has here, and maybe others; where subtrees will grow from them.
    std::shared_ptr<const SharedLists> lists;

    [[nodiscard]] RowView view_of(const FoldPart& part, const AwayBits* away, SharedBins* bins) const {
        return {{rows, away, part.bit(), part.added, bins}, part.node.range.size()};
    }
    [[nodiscard]] std::unique_ptr<NodeCounts> histogram_of(const FoldPart& part) const;
};

/// The parts that can be split together, in groups: their questions differ in nothing but the threshold. Leaves are in no group.
std::vector<std::vector<FoldPart*>> groups_of(SharedNode& node);

}  // namespace treewright
