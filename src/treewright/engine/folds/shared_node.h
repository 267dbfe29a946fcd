// A node that several folds share: a list of rows with its histogram, and each fold's part of them.
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

/// A fold's part of a shared node.
struct FoldPart {
    std::size_t fold = 0;               ///< its bit number
    NewNode node;                       ///< in the fold's tree; its range is one of the fold's own rows
    std::vector<RowId> added;           ///< rows of the fold that are in another node of the shared tree
    std::unique_ptr<NodeCounts> lacks;  ///< histogram of the shared rows that the fold lacks, minus that of the added ones
    std::unique_ptr<PendingSplit> split;
    bool is_small = false;     ///< the fold's node is left to a subtree
    bool is_detached = false;  ///< or to a branch

    [[nodiscard]] AbsentBits bit() const { return static_cast<AbsentBits>(1U << fold); }
    [[nodiscard]] const Split& question() const { return split->candidate.split; }
};

struct SharedNode {
    std::span<RowId> rows;
    std::shared_ptr<LargeArray<std::uint32_t>> copy;  ///< holds the rows if they are a copy
    std::size_t depth = 0;
    std::unique_ptr<NodeCounts> total;  ///< null if no fold searches
    std::vector<FoldPart> parts;
    /// Sorted lists of all rows that any fold has here, and maybe others; set if subtrees will grow from them.
    std::shared_ptr<const SharedLists> lists;

    [[nodiscard]] RowView view_of(const FoldPart& part, const AbsentBits* absent, SharedBins* bins) const {
        return {{rows, absent, part.bit(), part.added, bins}, part.node.range.size()};
    }
    [[nodiscard]] std::unique_ptr<NodeCounts> histogram_of(const FoldPart& part) const;
};

/// The parts that can be split together, in groups: their splits differ in the threshold only. Leaves are in no group.
std::vector<std::vector<FoldPart*>> parts_by_feature(SharedNode& node);

}  // namespace treewright
