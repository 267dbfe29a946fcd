#include "treewright/engine/large_nodes/cut_search.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

namespace {

/// The bins of a feature in the counts of the node.
class CountedBins {
public:
    CountedBins(const NodeCounts& counts, const BinnedFeature& feature, std::size_t indexed, const TallyShape& shape)
        : counts_(counts), feature_(feature), indexed_(indexed), shape_(shape) {}
    [[nodiscard]] std::size_t bins() const { return feature_.bins; }
    [[nodiscard]] bool read(std::size_t bin, Tally to) const {
        counts_.read(indexed_, bin, shape_, to);
        return to[0] != 0;
    }
    [[nodiscard]] bool is_single(std::size_t bin) const { return feature_.single_value[bin]; }

private:
    const NodeCounts& counts_;
    const BinnedFeature& feature_;
    std::size_t indexed_;
    const TallyShape& shape_;
};

}  // namespace

void CutSearch::keep(OpenBin bin, std::size_t first, ConstTally below, std::vector<OpenBin>& open) {
    bin.first = static_cast<std::uint32_t>(first);
    bin.below.assign(below);
    open.push_back(std::move(bin));
}

CutSearch::CutSearch(const DecisionSource& source, const CountedNode& node)
    : source_(source),
      node_(node),
      shape_(source.context.labels),
      features_(source.context.set.features.size()),
      best_(features_.size()) {
    const NodeFacts& facts = node_.facts;
    floor_.impurity = facts.impurity;
    // No feature's error is larger than that of one without missing rows, whose gain includes all rows.
    for (const CutView& view : views_of(source.context, source.measure, facts, FewIntegers(shape_.size())))
        floor_.slack = std::max(floor_.slack, 2 * source.measure.error(view, facts.impurity));
    floor_.least_weight = static_cast<double>(source.context.labels.scale().least_row_weight);
    for (FeatureId feature = 0; feature < best_.size(); ++feature) best_[feature].feature = feature;
}

template <class FloorNow, class AtCut, class AtOpen>
void CutSearch::scan_coarse(const Feature& feature, const FloorNow& floor, const AtCut& at_cut, const AtOpen& at_open) const {
    const CountedBins counts(node_.counts, bins_of(feature), feature.indexed, shape_);
    with_scan(feature, [&](auto scan) { scan.run(counts, FewIntegers(shape_.size()), floor, at_cut, at_open); });
}

void CutSearch::scan(std::span<const FeatureId> used, std::span<const LevelCounts> wide) {
    const auto is_used = [&](FeatureId feature) { return std::find(used.begin(), used.end(), feature) != used.end(); };
    for (std::size_t f = 0; f < source_.bins.features.size(); ++f) {
        const BinnedFeature& binned = source_.bins.features[f];
        if (is_used(binned.feature)) continue;
        if (binned.is_number)
            scan_bins(f);
        else
            scan_category(binned.feature, levels_in(node_.counts, binned, f, source_.context));
    }
    for (const LevelCounts& each : wide)
        if (!is_used(each.feature)) scan_category(each.feature, levels_in(each, source_.context));
}

void CutSearch::scan_bins(std::size_t indexed) {
    const BinnedFeature& binned = source_.bins.features[indexed];
    FewIntegers missing(shape_.size());
    if (binned.has_missing) node_.counts.read(indexed, missing_bin, shape_, missing);
    auto feature = std::make_unique<Feature>();
    feature->number = binned.feature;
    feature->indexed = indexed;
    feature->views = views_of(source_.context, source_.measure, node_.facts, missing);
    if (feature->views.empty()) return;
    scan_coarse(
        *feature, floor_,
        [&](double gain, std::size_t, const CutView&, ConstTally) {
            feature->best = std::max(feature->best, gain);
            floor_.best = std::max(floor_.best, gain);
        },
        [&](std::size_t bin, const OpenBin& open, ConstTally below) {
            if (floor_.leaves_open(open)) keep(open, bin * fine_bins_per_bin, below, feature->open);
        });
    offer_missing_test(*feature);
    floor_.best = std::max(floor_.best, feature->best);
    features_[binned.feature] = std::move(feature);
}

void CutSearch::offer_missing_test(Feature& feature) {
    const CutView& view = feature.views.front();
    if (!asks_for_missing(source_.context, view)) return;
    const FewIntegers none(shape_.size());
    feature.best = std::max(feature.best, source_.measure.gain(view, none.data()));
}

void CutSearch::scan_category(FeatureId feature, std::vector<LevelSums> levels) {
    auto scan = std::make_unique<CategoryScan>(source_.context, node_.facts, feature, std::move(levels));
    scan->run(false);
    if (scan->cuts().empty()) return;
    best_[feature].gain = scan->cuts().best();
    best_[feature].scan = std::move(scan);
    floor_.best = std::max(floor_.best, best_[feature].gain);
}

std::vector<CutSearch::Feature*> CutSearch::features_to_open() {
    std::vector<std::pair<double, Feature*>> order;
    for (const auto& feature : features_) {
        if (feature == nullptr) continue;
        double bound = no_gain;
        for (const OpenBin& bin : feature->open)
            if (floor_.leaves_open(bin)) bound = std::max(bound, bin.bound);
        if (bound != no_gain) order.emplace_back(bound, feature.get());
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Feature*> features;
    for (const auto& each : order) features.push_back(each.second);
    return features;
}

void CutSearch::close_bins(Feature& feature, const Floor& floor) {
    std::erase_if(feature.open, [&](const OpenBin& bin) { return !floor.leaves_open(bin); });
    std::sort(feature.open.begin(), feature.open.end(), [](const OpenBin& a, const OpenBin& b) { return a.bound > b.bound; });
}

void CutSearch::note_inner_cuts(Feature& feature) {
    feature.open = {};  // with many classes they are large
    for (const InnerCut& each : feature.inner) feature.best = std::max(feature.best, each.cut.gain);
}

std::optional<Candidate> CutSearch::choose() {
    for (const auto& feature : features_) {
        if (feature == nullptr) continue;
        FeatureBest& each = best_[feature->number];
        each.gain = feature->best;
        for (const CutView& view : feature->views)
            each.error = std::max(each.error, source_.measure.error(view, node_.facts.impurity));
    }
    return CutChoice(source_.context, node_.facts, shape_, *this).choose(best_);
}

std::vector<NumericCut> CutSearch::list(FeatureId number, double floor) {
    const Feature& feature = *features_[number];
    std::vector<NumericCut> cuts;
    for (const InnerCut& each : feature.inner)
        if (each.cut.gain >= floor) cuts.push_back(each.cut);
    scan_coarse(
        feature, CutsFrom{floor},
        [&](double gain, std::size_t bin, const CutView& view, ConstTally left) {
            const std::uint64_t place = place_after((bin + 1) * fine_bins_per_bin - 1);
            if (gain >= floor) cuts.push_back({number, gain, place, &view, FewIntegers(left)});
        },
        [](std::size_t, const OpenBin&, ConstTally) {});
    const CutView& view = feature.views.front();
    if (asks_for_missing(source_.context, view)) {
        const FewIntegers none(shape_.size());
        const double gain = source_.measure.gain(view, none.data());
        if (gain >= floor) cuts.push_back({number, gain, place_of_missing_test, &view, none});
    }
    std::sort(cuts.begin(), cuts.end(), [](const NumericCut& a, const NumericCut& b) {
        return std::tuple(a.place, a.view->side) < std::tuple(b.place, b.view->side);
    });
    return cuts;
}

void CutSearch::for_cuts_between_bins(const Feature& feature, double floor,
                                      const std::function<void(std::size_t bin)>& at_cut) const {
    scan_coarse(
        feature, CutsFrom{floor},
        [&](double gain, std::size_t bin, const CutView&, ConstTally) {
            if (gain >= floor) at_cut(bin);
        },
        [](std::size_t, const OpenBin&, ConstTally) {});
}

const Gap* CutSearch::inner_gap(const NumericCut& cut) const {
    if (static_cast<std::uint32_t>(cut.place) == 0xffffffffU) return nullptr;
    for (const InnerCut& each : feature_of(cut).inner)
        if (each.cut.place == cut.place) return &each.gap;
    return nullptr;
}

std::size_t CutSearch::next_bin(const Feature& feature, std::size_t bin) const {
    FewIntegers tally(shape_.size());
    const CountedBins counts(node_.counts, bins_of(feature), feature.indexed, shape_);
    do ++bin;
    while (bin + 1 < counts.bins() && !counts.read(bin, tally));
    return bin;
}

}  // namespace treewright
