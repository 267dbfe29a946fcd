// The best split of a large node by its histogram and its rows: bins that the counts leave open (cut_search.h) are searched by
// their rows; no other rows are read.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/fine_index.h"
#include "treewright/engine/large_nodes/cut_search.h"
#include "treewright/engine/large_nodes/open_bins.h"
#include "treewright/engine/limits.h"
#include "treewright/engine/small_nodes/row_view.h"

namespace treewright {

/// What all searches of large nodes in a branch share.
struct BinSearchSource {
    const SearchContext& context;
    const CutMeasure& measure;
    HistogramSource counts;
    FineIndex& fine;
    const EngineLimits& limits;
};

using RowLists = std::vector<std::vector<std::uint32_t>>;

/// A node to be searched.
struct LargeNode {
    const NodeFacts& facts;
    RowView rows;
    LabelSpan span;
};

class BinSearch : public CutSearch {
public:
    BinSearch(const BinSearchSource& source, const LargeNode& node, const NodeCounts& counts);

    std::optional<Candidate> find(std::span<const FeatureId> used);

    Gap gap(const NumericCut& cut) override;
    Neighbours neighbours(const NumericCut& cut, Gap gap) override;

private:
    [[nodiscard]] std::vector<LevelCounts> wide_categories(std::span<const FeatureId> used) const;
    void look_inside_all();
    void look_inside(Feature& feature, Floor& floor, const Threads& threads);
    [[nodiscard]] FineView fine_view(const Feature& feature, const Threads& threads) const;
    [[nodiscard]] FineBins fine_counts(const Feature& feature, const Threads& threads) const;
    void split_open_bins(Feature& feature, Floor& floor, const Threads& threads) const;
    [[nodiscard]] RowLists rows_in_open_bins(const Feature& feature, const Threads& threads) const;
    /// One of several threads.
    struct Part {
        std::size_t number;
        std::size_t count;
    };
    template <class Work>
    void for_open_rows(const Feature& feature, Part part, const Work& work) const;
    template <class Find>
    void with_open_bins(const Feature& feature, const Find& find) const;
    template <class BinOf>
    [[nodiscard]] Gap gap_after(const Feature& feature, std::size_t bin, const BinOf& bin_of) const;
    template <class Values, class IsLeft>
    [[nodiscard]] Gap gap_in(std::size_t part, std::size_t parts, Values values, const IsLeft& is_left) const;
    [[nodiscard]] const Numbers& values_of(const Feature& feature) const;

    const BinSearchSource& source_;
    RowView rows_;
    std::vector<FineView> fine_;  ///< by number in the table: the bins of the fine index, if it was used
    std::mutex mutex_;            ///< guards floor().best while open bins are searched
};

}  // namespace treewright
