// The searcher of small nodes, which stay in the L2 cache: the rows of a subtree are sorted once by every feature, as lists of
// short integers, and the lists are partitioned stably down to the leaves. Of the table only the two values next to a chosen
// cut are read again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/measure/cut_choice.h"
#include "treewright/engine/small_nodes/ranked_rows.h"
#include "treewright/growing/node_searcher.h"

namespace treewright {

/// What all subtrees of one tree share.
struct SmallNodeSource {
    const SearchContext& context;
    const CutMeasure& measure;
    const RowLabels& labels;
    bool has_fast_pairs = false;  ///< two classes under Gini or squared error, every row of weight 1
};

class SmallNodeSearcher : public NodeSearcher, private CutLister {
public:
    /// `rows`: of all nodes; those of the subtree are reordered as it grows.
    SmallNodeSearcher(const SmallNodeSource& source, std::span<RowId> rows, RowRange range);
    /// Gives the rows sorted by a numeric feature, numbered by their position in the range.
    using ListOf = std::function<std::vector<RankedRow>(FeatureId feature)>;
    SmallNodeSearcher(const SmallNodeSource& source, std::span<RowId> rows, RowRange range, const ListOf& list_of);

    [[nodiscard]] RowRange all() const override { return range_; }
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const override;
    Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;

private:
    using Entry = RankedRow;

    struct NumericFeature {
        FeatureId number = 0;  ///< in the table
        bool has_missing = false;
        std::vector<Entry> list;
        std::vector<CutView> views;  ///< at the current node, if it has missing rows
    };
    struct CategoryFeature {
        FeatureId number = 0;
        std::vector<LevelCode> codes;  ///< by local number; missing rows as -1
    };

    [[nodiscard]] std::span<const Entry> entries(const NumericFeature& feature) const {
        return std::span(feature.list).subspan(begin_, size_);
    }
    [[nodiscard]] std::span<const Entry> known_entries(const NumericFeature& feature) const;
    [[nodiscard]] std::span<const CutView> views(const NumericFeature& feature) const;
    void add_local(std::uint32_t local_row, Tally to) const;

    [[nodiscard]] double best_cut(NumericFeature& feature);
    void look_at_missing(NumericFeature& feature);
    template <class AtCut>
    void for_cuts(const NumericFeature& feature, const AtCut& at_cut) const;
    [[nodiscard]] double best_pair_cut(std::span<const Entry> known) const;
    [[nodiscard]] double best_class_cut(std::span<const Entry> known) const;
    void search_categories(std::vector<FeatureBest>& best, std::span<const FeatureId> used);
    [[nodiscard]] std::vector<LevelSums> levels_of(const CategoryFeature& feature, double floor) const;

    std::vector<NumericCut> list(FeatureId feature, double floor) override;
    Gap gap(const NumericCut& cut) override;
    Neighbours neighbours(const NumericCut& cut, Gap gap) override;
    [[nodiscard]] double value(const NumericFeature& feature, Entry entry) const;

    void route(const Tree& tree, NodeId node, const std::vector<Sums>& branches);
    void route_by_threshold(const Node& node, std::int64_t left_weight);
    std::vector<RowRange> partition_members(std::size_t children);
    void partition_lists();
    void fill_squares(std::span<const RowRange> ranges, std::vector<Sums>& branches) const;

    const SmallNodeSource& source_;
    const TallyShape& shape_;
    std::span<std::uint32_t> all_rows_;
    RowRange range_;
    std::vector<std::uint32_t> origin_;   ///< row of the table, by local number
    std::vector<std::uint16_t> members_;  ///< local numbers in the order of the nodes
    std::vector<std::int64_t> sums_;      ///< pairs: the second number of each row's tally, by local number
    std::vector<NumericFeature> numeric_;
    std::vector<CategoryFeature> categories_;
    std::vector<std::int32_t> place_of_;  ///< in `numeric_`, by number in the table; -1: a category
    std::vector<double> reciprocals_;     ///< 1/i
    bool pairs_tie_ = false;              ///< two rows are separated equally well by every feature in which they differ

    // The current node.
    const NodeFacts* node_ = nullptr;
    std::size_t begin_ = 0;
    std::size_t size_ = 0;
    std::vector<CutView> plain_views_;  ///< of a feature without missing rows

    std::vector<std::uint32_t>
        begins_;  ///< where the children of the node that was just split begin; empty: the lists are already partitioned
    std::vector<std::uint32_t> child_;  ///< by local number
    std::vector<Entry> scratch_;
};

}  // namespace treewright
