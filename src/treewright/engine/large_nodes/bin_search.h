// The best question of a large node, found by its histogram: cuts between bins are exact; a bound says which bins can hold a better
// or an equal cut inside, and only their rows are looked at one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/engine/index/fine_bins.h"
#include "treewright/engine/large_nodes/bin_scan.h"
#include "treewright/engine/large_nodes/histogram.h"
#include "treewright/engine/large_nodes/open_bins.h"
#include "treewright/engine/limits.h"
#include "treewright/engine/small_nodes/row_view.h"

namespace treewright {

/// What the searches of large nodes in a branch share.
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

class BinSearch : public CutLister {
public:
    BinSearch(const BinSearchSource& source, const LargeNode& node, const Histogram& histogram);

    std::optional<Candidate> find(std::span<const std::size_t> used);

    std::vector<NumericCut> list(std::size_t feature, double floor) override;
    Gap gap(const NumericCut& cut) override;
    Neighbours neighbours(const NumericCut& cut, Gap gap) override;

private:
    /// A numeric feature at this node.
    struct Feature {
        std::size_t number = 0;   ///< in the table
        std::size_t indexed = 0;  ///< its number in the bin index
        std::vector<CutView> views;
        double best = no_gain;
        std::vector<OpenBin> open;
        std::vector<InnerCut> inner;  ///< cuts inside bins that may be worth having
        FineView fine;                ///< the bins of the fine index, where it was used
    };

    void scan_bins(std::size_t indexed);
    void offer_missing_test(Feature& feature);
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
    template <class Scan>
    void with_scan(const Feature& feature, const Scan& scan) const;
    template <class FloorNow, class AtCut, class AtOpen>
    void scan_coarse(const Feature& feature, const FloorNow& floor, const AtCut& at_cut, const AtOpen& at_open) const;
    template <class BinOf>
    [[nodiscard]] Gap gap_after(const Feature& feature, std::size_t bin, const BinOf& bin_of) const;
    template <class Values, class IsLeft>
    [[nodiscard]] Gap gap_in(std::size_t part, std::size_t parts, Values values, const IsLeft& is_left) const;
    [[nodiscard]] std::size_t next_bin(const Feature& feature, std::size_t bin) const;
    [[nodiscard]] FeatureBest scan_category(std::size_t feature, std::vector<LevelSums> levels) const;
    [[nodiscard]] const Feature& feature_of(const NumericCut& cut) const;
    [[nodiscard]] const Numbers& values_of(const Feature& feature) const;

    const BinSearchSource& source_;
    const TallyShape& shape_;
    const NodeFacts& node_;
    RowView rows_;
    const Histogram& histogram_;
    LabelSpan span_;
    std::vector<std::unique_ptr<Feature>> features_;  ///< by number in the table; null: not numeric, or without a cut
    Floor floor_;
    std::mutex mutex_;  ///< guards floor_.best while features are looked into
};

}  // namespace treewright
