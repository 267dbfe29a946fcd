// The searcher of one of several trees that grow side by side from rows of one table (fold_nodes.h). The nodes above are shared with the
// others; a node that the fold goes on with alone is searched as those of a single tree are.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/large_nodes.h"

namespace treewright {

/// What a fold has of the shared node under search.
struct FoldNode {
    RowView rows;
    const NodeCounts* histogram = nullptr;  ///< of these rows; null where nobody is to be searched
    bool is_alone = false;                  ///< what follows is the fold's own
};

class FoldSearcher : public NodeSearcher {
public:
    FoldSearcher(const IndexedTable& table, std::shared_ptr<TableIndex> index, std::size_t rows, const BinSearchSource& search);

    /// The node that is spoken of from now on.
    void enter(const FoldNode& node) { here_ = node; }
    /// The ranges that the next split is to give.
    void prepare_split(std::vector<RowRange> ranges) { ranges_ = std::move(ranges); }
    /// Writes the rows to their place among the fold's own.
    void write_rows(const RowView& rows, RowRange range);

    [[nodiscard]] RowRange all() const override { return alone_.all(); }
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const override { return alone_.rows(range); }
    Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;
    void forget(RowRange range) override;
    void close() override { alone_.close(); }
    [[nodiscard]] GrowthPlace place_of(RowRange range, std::size_t levels) const override;
    std::unique_ptr<NodeSearcher> branch(RowRange range) override;
    std::unique_ptr<NodeSearcher> subtree(RowRange range) override { return alone_.subtree(range); }
    /// From lists that hold the rows of the range, and others; `local_of`: where each of their rows stands in the range.
    std::unique_ptr<NodeSearcher> subtree(RowRange range, const SharedLists& lists, std::span<const std::uint16_t> local_of);

private:
    const BinSearchSource& search_;
    LargeNodeSource source_;
    LargeNodes alone_;
    std::optional<FoldNode> here_;
    std::vector<RowRange> ranges_;
    std::map<std::uint32_t, LabelSpan> spans_;  ///< regression, of nodes that wait: by the beginning of their ranges
};

}  // namespace treewright
