// The searcher of one of several trees that are grown together from one table (fold_nodes.h). The upper nodes are shared with
// the other folds; below a node where the fold is detached it works like the searcher of a single tree.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/large_node_searcher.h"

namespace treewright {

/// A fold's view of the shared node that is searched.
struct FoldNode {
    RowView rows;
    const NodeCounts* histogram = nullptr;  ///< of these rows; null if the node is not searched
    bool is_detached = false;               ///< from here on the fold continues on its own
};

class FoldSearcher : public NodeSearcher {
public:
    FoldSearcher(const IndexedTable& table, std::shared_ptr<TableIndex> index, std::size_t rows, const BinSearchSource& search);

    /// Sets the current node.
    void enter(const FoldNode& node) { here_ = node; }
    /// Sets the ranges that the next split returns.
    void prepare_split(std::vector<RowRange> ranges) { ranges_ = std::move(ranges); }
    /// Writes the rows to their place among the fold's own.
    void write_rows(const RowView& rows, RowRange range);

    [[nodiscard]] RowRange all() const override { return alone_.all(); }
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const override { return alone_.rows(range); }
    Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;
    void forget(RowRange range) override;
    void close() override { alone_.close(); }
    [[nodiscard]] GrowthPlace growth_place(RowRange range, std::size_t levels) const override;
    std::unique_ptr<NodeSearcher> branch(RowRange range) override;
    std::unique_ptr<NodeSearcher> subtree(RowRange range) override { return alone_.subtree(range); }
    /// From lists that contain the rows of the range, and others; `local_of`: the position of each of their rows in the range.
    std::unique_ptr<NodeSearcher> subtree(RowRange range, const SharedLists& lists, std::span<const std::uint16_t> local_of);

private:
    const BinSearchSource& search_;
    LargeNodeSource source_;
    LargeNodeSearcher alone_;
    std::optional<FoldNode> here_;
    std::vector<RowRange> ranges_;
    std::map<std::uint32_t, LabelSpan> spans_;  ///< regression, of pending nodes: by the beginning of their ranges
};

}  // namespace treewright
