// The searcher of nodes that are too large for the cache: a binned table with one byte per cell, one histogram per node, and
// histogram subtraction for the largest child.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/bin_search.h"
#include "treewright/engine/small_nodes/small_node_searcher.h"

namespace treewright {

/// What all trees grown from one table share, except the index.
struct IndexedTable {
    /// `measure` is that of the criterion in effect.
    IndexedTable(const SearchContext& context, const CutMeasure& measure, const EngineLimits& limits);
    IndexedTable(const IndexedTable&) = delete;  // `small` refers to `labels`
    IndexedTable& operator=(const IndexedTable&) = delete;

    const SearchContext& context;
    const CutMeasure& measure;
    EngineLimits limits;
    RowLabels labels;
    std::size_t small_rows;  ///< nodes of at most this many rows are left to subtrees
    SmallNodeSource small;

    /// Sorting the rows of a subtree for one or two levels costs more than their histograms.
    [[nodiscard]] bool leaves_to_subtree(std::size_t node_rows, std::size_t levels) const {
        return node_rows <= (levels <= 2 ? small_rows / 4 : small_rows);
    }
    /// Not if the whole table is small.
    [[nodiscard]] bool needs_index() const {
        return context.options.max_leaves != no_limit || !leaves_to_subtree(context.set.rows, context.options.max_depth);
    }
};

/// The bins of all cells of a table. Trees that grow share it; the last one to release it frees it.
struct TableIndex {
    /// `keeps_columns`: BinIndexOptions, as far as memory allows.
    TableIndex(const IndexedTable& table, bool keeps_columns, const Run& run);
    TableIndex(const TableIndex&) = delete;  // `fine` refers to `bins`
    TableIndex& operator=(const TableIndex&) = delete;

    BinIndex bins;
    FineIndex fine;
};

/// What the large nodes of a tree share, in all branches.
struct LargeNodeSource {
    /// `index` is null if the table needs none.
    LargeNodeSource(const IndexedTable& table, std::shared_ptr<TableIndex> index, const RowSelection& rows,
                    const Threads& threads);
    /// The caller writes the rows.
    LargeNodeSource(const IndexedTable& table, std::shared_ptr<TableIndex> index, std::size_t rows);

    const IndexedTable& table;
    std::shared_ptr<TableIndex> index;  ///< until the large nodes are done
    std::size_t branch_rows;            ///< nodes of at most this many rows are left to branches
    LargeArray<std::uint32_t> rows;
    LargeArray<std::uint32_t> scratch;  ///< empty if the whole table is small
};

class LargeNodeSearcher : public NodeSearcher {
public:
    LargeNodeSearcher(LargeNodeSource& source, const Threads& threads, Progress& progress);

    [[nodiscard]] RowRange all() const override { return {0, size32(source_.rows)}; }
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const override {
        return {source_.rows.data() + range.begin, range.size()};
    }
    Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;
    void forget(RowRange range) override;
    void close() override;
    [[nodiscard]] GrowthPlace growth_place(RowRange range, std::size_t levels) const override;
    std::unique_ptr<NodeSearcher> branch(RowRange range) override;
    std::unique_ptr<NodeSearcher> subtree(RowRange range) override;
    /// Stores a known histogram of a node.
    void keep(RowRange range, const NodeCounts& histogram) {
        histograms_[range.begin] = std::make_unique<NodeCounts>(histogram);
    }

private:
    /// The children of a split node and its histogram, kept until one of them is searched.
    struct Family {
        std::vector<RowRange> children;
        std::unique_ptr<NodeCounts> parent;
    };

    const NodeCounts& histogram_of(RowRange range);
    void make_child_histograms(Family& family);

    [[nodiscard]] bool is_best_first() const { return source_.table.context.options.max_leaves != no_limit; }

    LargeNodeSource& source_;
    Threads threads_;
    Progress& progress_;
    std::unique_ptr<BinSearchSource> search_;  ///< null if the whole table is small
    /// Of pending nodes, by the beginning of their ranges.
    std::map<std::uint32_t, std::unique_ptr<NodeCounts>> histograms_;
    std::map<std::uint32_t, std::shared_ptr<Family>> families_;  ///< by the beginning of each child
    std::map<std::uint32_t, LabelSpan> spans_;                   ///< regression: the same
    double bytes_handed_on_ = 0.0;                               ///< in histograms, to branches
    bool keeps_histograms_ = true;                               ///< of parents, for histogram subtraction
};

}  // namespace treewright
