// Nodes that are too large for the nearest caches: a byte a cell as an index, a histogram a node, the largest child's by subtraction.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "treewright/engine/bin_search.h"
#include "treewright/engine/small_node.h"
#include "treewright/growing/grower.h"

namespace treewright {

class LargeNodes : public NodeSearcher {
public:
    /// `measure` is that of the criterion in effect.
    LargeNodes(const SearchContext& context, const CutMeasure& measure, const GrowRun& run, const EngineLimits& limits);

    [[nodiscard]] RowRange all() const override { return {0, static_cast<std::uint32_t>(rows_.size())}; }
    [[nodiscard]] std::span<const std::uint32_t> rows(RowRange range) const override {
        return std::span<const std::uint32_t>(rows_).subspan(range.begin, range.size());
    }
    Found find(const NodeFacts& node, RowRange range, std::span<const std::size_t> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, std::uint32_t node, std::vector<Sums>& branches) override;
    void forget(RowRange range) override;
    void close() override;
    std::unique_ptr<NodeSearcher> subtree(RowRange range) override;
    [[nodiscard]] bool leaves_to_subtree(RowRange range, std::size_t levels) const override;

private:
    /// The children of a split node and its histogram, until one of them is searched.
    struct Family {
        std::vector<RowRange> children;
        std::unique_ptr<Histogram> parent;
    };

    const Histogram& histogram_of(RowRange range);
    void share_out(Family& family);

    const SearchContext& context_;
    const CutMeasure& measure_;
    EngineLimits limits_;
    const Threads& threads_;
    Progress& progress_;
    RowLabels labels_;
    std::size_t small_rows_;  ///< nodes of at most so many rows are left to subtrees
    std::unique_ptr<BinIndex> bins_;
    std::unique_ptr<FineIndex> fine_;
    std::unique_ptr<BinSearchSource> source_;
    SmallNodeSource small_source_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> spare_;
    /// Of nodes that wait to be split, by the beginning of their ranges.
    std::map<std::uint32_t, std::unique_ptr<Histogram>> histograms_;
    std::map<std::uint32_t, std::shared_ptr<Family>> families_;  ///< by the beginning of each child
    std::map<std::uint32_t, LabelSpan> spans_;                   ///< regression: the same
};

}  // namespace treewright
