// The decision at a node from its histogram alone, without reading a row: cuts between bins are exact; an upper bound
// determines which bins can contain a better or an equal cut. A derived class opens these bins, by the rows of a table
// (bin_search.h) or by the answers of partitions (decision.h), and knows the values next to a cut.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/bin_cuts.h"
#include "treewright/engine/index/fine_index.h"
#include "treewright/engine/large_nodes/bin_scan.h"
#include "treewright/engine/large_nodes/inner_scan.h"
#include "treewright/engine/large_nodes/node_counts.h"

namespace treewright {

/// What the decisions at all nodes of a tree share.
struct DecisionSource {
    const SearchContext& context;
    const CutMeasure& measure;
    const BinCuts& bins;
};

/// The statistics of a node before a bin is opened.
struct CountedNode {
    const NodeFacts& facts;
    LabelSpan span;
    const NodeCounts& counts;
};

class CutSearch : public CutLister {
public:
    std::vector<NumericCut> list(FeatureId feature, double floor) override;

protected:
    CutSearch(const DecisionSource& source, const CountedNode& node);

    /// A numeric feature at this node.
    struct Feature {
        FeatureId number = 0;     ///< in the table
        std::size_t indexed = 0;  ///< its number in the bin index
        std::vector<CutView> views;
        double best = no_gain;
        std::vector<OpenBin> open;
        std::vector<InnerCut> inner;  ///< cuts inside bins that may win
    };

    /// Scans the histogram of every feature except the used ones: sets the floor and the open bins. `wide`: the categories that
    /// have no bins.
    void scan(std::span<const FeatureId> used, std::span<const LevelCounts> wide);
    /// The features that have open bins, the most promising first: their cuts close bins of the others.
    [[nodiscard]] std::vector<Feature*> features_to_open();
    /// Drops the bins that the floor closes; sorts the others, highest bounds first.
    static void close_bins(Feature& feature, const Floor& floor);
    /// Updates the feature's best gain from the cuts found inside bins.
    static void note_inner_cuts(Feature& feature);
    /// The winner, after the open bins were searched.
    std::optional<Candidate> choose();

    /// Calls scan(a BinScan of the feature), with virtual calls only where there is no faster method.
    template <class Scan>
    void with_scan(const Feature& feature, const Scan& scan) const {
        if (source_.measure.is_spread() && !source_.context.labels.has_weights()) {
            const SpreadViews scores(feature.views, node_.span);
            scan(BinScan(scores, feature.views));
        } else {
            const MeasuredViews scores(source_.measure, feature.views, node_.span);
            scan(BinScan(scores, feature.views));
        }
    }
    /// Calls at_cut(bin) for every allowed cut between bins with a gain of at least `floor`.
    void for_cuts_between_bins(const Feature& feature, double floor, const std::function<void(std::size_t bin)>& at_cut) const;
    /// The next bin above that contains rows of the node.
    [[nodiscard]] std::size_t next_bin(const Feature& feature, std::size_t bin) const;
    [[nodiscard]] const BinnedFeature& bins_of(const Feature& feature) const { return source_.bins.features[feature.indexed]; }
    [[nodiscard]] const Feature& feature_of(const NumericCut& cut) const { return *features_[cut.feature]; }
    [[nodiscard]] const TallyShape& shape() const { return shape_; }
    [[nodiscard]] const CountedNode& node() const { return node_; }
    [[nodiscard]] const std::vector<std::unique_ptr<Feature>>& features() const { return features_; }
    [[nodiscard]] Floor& floor() { return floor_; }
    /// The gap of a cut inside a bin, if it is one.
    [[nodiscard]] const Gap* inner_gap(const NumericCut& cut) const;
    static void keep(OpenBin bin, std::size_t first, ConstTally below, std::vector<OpenBin>& open);

private:
    template <class FloorNow, class AtCut, class AtOpen>
    void scan_coarse(const Feature& feature, const FloorNow& floor, const AtCut& at_cut, const AtOpen& at_open) const;
    void scan_bins(std::size_t indexed);
    void offer_missing_test(Feature& feature);
    void scan_category(FeatureId feature, std::vector<LevelSums> levels);

    const DecisionSource source_;
    const CountedNode node_;
    TallyShape shape_;
    std::vector<std::unique_ptr<Feature>> features_;  ///< by number in the table; null: not numeric, or without a cut
    std::vector<FeatureBest> best_;                   ///< by number in the table
    Floor floor_;
};

}  // namespace treewright
