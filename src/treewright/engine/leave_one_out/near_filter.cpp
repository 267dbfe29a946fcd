#include "treewright/engine/leave_one_out/near_filter.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/measure/cut_choice.h"
#include "treewright/engine/small_nodes/node_views.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

/// Classes with many distinct weights: filters the near cuts that can be best without a row of a class and of a weight between
/// two limits.
///
/// Q, the purity of both sides of a cut, is convex in the weight that is removed from one class on one side: its maximum is at
/// one of the limits. And its rate of decrease is bounded (CutMeasure::purity_fall).
class NearWeights : public NearFilter {
public:
    NearWeights(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near);

    void set_row(RowId row) override;
    [[nodiscard]] const std::vector<std::uint32_t>* winners(std::size_t feature) const override {
        return near_[feature].missing[0] > 0 ? nullptr : &(*kind_)[feature];
    }

private:
    using Kind = std::vector<std::vector<std::uint32_t>>;  ///< winners by feature
    /// The range of Q of a cut without a row of the kind.
    struct Range {
        double least = 0.0;  ///< for either side of the row
        double most = 0.0;
    };
    /// A class with the limits of a weight.
    struct Limits {
        ClassId label = 0;
        std::int64_t low = 0;
        std::int64_t high = 0;
    };
    [[nodiscard]] Limits limits_of(RowId row) const;
    [[nodiscard]] Kind winners_of(const Limits& limits) const;
    /// The node without that weight of a class.
    struct View {
        CutView view;
        FewIntegers row;
        ClassId label = 0;
        std::int64_t weight = 0;
    };
    [[nodiscard]] View view_without(ClassId label, std::int64_t weight) const;
    [[nodiscard]] static std::int64_t class_weight(const FewIntegers& tally, ClassId label);
    [[nodiscard]] double purity_without(const NearCut& cut, const View& without, bool on_left) const;
    [[nodiscard]] Range range_of(const NearCut& cut, const View& low, const View& high) const;

    const LeftOutSource& source_;
    const std::vector<NearFeature>& near_;
    CutView view_;       ///< of a feature without missing rows
    double fall_ = 0.0;  ///< of Q, per weight
    double slack_ = 0.0;
    std::vector<std::int64_t> edges_;  ///< limits of weights, ascending
    std::map<std::pair<std::int32_t, std::int64_t>, Kind> kinds_;
    const Kind* kind_ = nullptr;
};

constexpr double slack_share = 1e-7;  // far more than ties and the arithmetic need
constexpr std::size_t rows_per_limit = 64;
constexpr std::size_t most_limits = 16;

/// Limits with about equal numbers of rows between them (quantiles).
std::vector<std::int64_t> edges_of(const Labels& labels, const LeftOutNode& node) {
    std::vector<std::int64_t> weights;
    for (const RowId row : node.rows) weights.push_back(labels.weight(row));
    std::sort(weights.begin(), weights.end());
    const std::size_t parts = std::clamp<std::size_t>(weights.size() / rows_per_limit, 1, most_limits);
    std::vector<std::int64_t> edges;
    for (std::size_t i = 0; i <= parts; ++i) edges.push_back(weights[std::min(i * weights.size() / parts, weights.size() - 1)]);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

NearWeights::NearWeights(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near)
    : source_(source), near_(near), edges_(edges_of(source.context.labels, node)) {
    const NodeFacts facts = node_facts_of(source.context, node.sums);
    view_ = views_of(source.context, source.measure, facts, FewIntegers(source.labels.shape.size())).front();
    fall_ = source.measure.purity_fall();
    slack_ = (slack_share * facts.impurity + 8 * source.measure.error(view_, facts.impurity)) * view_.mass;
}

NearWeights::Limits NearWeights::limits_of(RowId row) const {
    const std::int64_t weight = source_.context.labels.weight(row);
    const ClassId label = source_.context.labels.classes()[row];
    const auto above = std::upper_bound(edges_.begin(), edges_.end(), weight);  // the first edge is not above
    return {label, *(above - 1), above == edges_.end() ? edges_.back() : *above};
}

void NearWeights::set_row(RowId row) {
    const Limits limits = limits_of(row);
    const auto [place, is_new] = kinds_.try_emplace({limits.label, limits.low});
    if (is_new) place->second = winners_of(limits);
    kind_ = &place->second;
}

NearWeights::View NearWeights::view_without(ClassId label, std::int64_t weight) const {
    View without{view_, FewIntegers(view_.total.size()), label, weight};
    Sums row(source_.context.labels.slots());
    row.weight = row.slots[label] = weight;
    source_.labels.shape.from_sums(row, without.row);
    subtract(without.view.total, without.row);
    return without;
}

std::int64_t NearWeights::class_weight(const FewIntegers& tally, ClassId label) {
    const auto j = label;
    if (tally.size() > 2) return tally[1 + j];
    return j == 1 ? tally[1] : tally[0] - tally[1];
}

/// Q of a cut without a row of that weight on one side, or without all of its class there if that is less.
double NearWeights::purity_without(const NearCut& cut, const View& without, bool on_left) const {
    const std::int64_t of_class = on_left ? class_weight(cut.left, without.label)
                                          : class_weight(view_.total, without.label) - class_weight(cut.left, without.label);
    if (of_class < without.weight) return purity_without(cut, view_without(without.label, of_class), on_left);
    if (!on_left) return source_.measure.purity(without.view, cut.left.data());
    FewIntegers left = cut.left;
    subtract(left, without.row);
    return source_.measure.purity(without.view, left.data());
}

NearWeights::Range NearWeights::range_of(const NearCut& cut, const View& low, const View& high) const {
    const double left = purity_without(cut, low, true);
    const double right = purity_without(cut, low, false);
    const double fall = fall_ * static_cast<double>(high.weight - low.weight);
    return {std::min(left, right) - fall,
            std::max({left, right, purity_without(cut, high, true), purity_without(cut, high, false)})};
}

NearWeights::Kind NearWeights::winners_of(const Limits& limits) const {
    const View low = view_without(limits.label, limits.low);
    const View high = view_without(limits.label, limits.high);
    Kind winners(near_.size());
    std::vector<std::vector<double>> most(near_.size());
    std::vector<double> sure(near_.size(), no_gain);
    for (std::size_t f = 0; f < near_.size(); ++f)
        for (const NearCut& cut : near_[f].cuts) {
            const Range range = range_of(cut, low, high);
            most[f].push_back(range.most);
            if (near_[f].missing[0] == 0 && is_safe_cut(view_, cut.left[0], limits.high))
                sure[f] = std::max(sure[f], range.least);
        }
    double surest = no_gain;  // there may be no near cut at all
    for (const double each : sure) surest = std::max(surest, each);
    for (std::size_t f = 0; f < near_.size(); ++f)
        for (std::size_t i = 0; i < most[f].size(); ++i)
            if (most[f][i] >= (uses_gain_ratio(source_.context) ? sure[f] : surest) - slack_)
                winners[f].push_back(static_cast<std::uint32_t>(i));
    return winners;
}

/// Squared error, and Gini of two classes: filters the near cuts that can be best without a row, with three multiplications per
/// cut.
///
/// Without a row of weight w and target y the gain of a cut is, up to a term common to all cuts of the node,
/// gain·n + w·m/(m − w)·(y − mean)², where m and mean are those of the row's side: its *merit*. Gini of two classes is the same
/// of the targets 0 and 1, twice.
class NearTargets : public NearFilter {
public:
    NearTargets(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near);

    void set_row(RowId row) override;
    [[nodiscard]] const std::vector<std::uint32_t>* winners(std::size_t feature) const override {
        return near_[feature].missing[0] > 0 ? nullptr : &features_[feature].winners;
    }

private:
    struct Sides {
        std::uint32_t boundary = 0;
        double gain = 0.0;  ///< times the rows
        double means[2] = {0.0, 0.0};
        double weights[2] = {0.0, 0.0};
        bool safe = false;  ///< allowed whichever row is left out
    };
    /// A block of neighbouring cuts with a common bound: for most rows it shows that none can win. Noise has thousands of near
    /// cuts.
    struct Block {
        std::uint32_t first_boundary = 0;
        std::uint32_t last_boundary = 0;
        double gain = 0.0;  ///< the largest
        double low[2] = {0.0, 0.0};
        double high[2] = {0.0, 0.0};     ///< of the means
        double weights[2] = {0.0, 0.0};  ///< the least
    };
    struct Feature {
        std::vector<Sides> cuts;
        std::vector<Block> blocks;
        std::vector<double> bounds;  ///< of the blocks, for the row
        std::vector<std::uint32_t> winners;
        std::vector<double> merits;  ///< of the winners
    };
    [[nodiscard]] double mean_of(std::int64_t weight, std::int64_t sum) const;
    [[nodiscard]] Sides sides_of(const NearCut& cut, const CutView& view, std::int64_t margin) const;
    static void make_blocks(Feature& feature);
    [[nodiscard]] double factor(double weight_of_side) const;
    [[nodiscard]] double bound_of(const Block& block, std::uint32_t rank) const;
    [[nodiscard]] double merit_of(const Sides& cut, std::uint32_t rank) const;
    void look_into(Feature& feature, std::size_t block, std::uint32_t rank);
    void raise_best(const Feature& feature, std::size_t block, std::uint32_t rank);

    const LeftOutSource& source_;
    const std::vector<NearFeature>& near_;
    std::int64_t middle_ = 0;  ///< of the node's targets
    double coefficient_ = 1.0;
    double slack_ = 0.0;
    std::vector<Feature> features_;

    // The row.
    double weight_ = 1.0;
    double target_ = 0.0;
    double best_ = 0.0;  ///< merit of a safe cut
};

constexpr double rounding_of_merits = 1e-7;  // far more than the arithmetic needs
constexpr std::size_t cuts_per_block = 64;

NearTargets::NearTargets(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near)
    : source_(source), near_(near) {
    const NodeFacts facts = node_facts_of(source.context, node.sums);
    const auto views = views_of(source.context, source.measure, facts, FewIntegers(source.labels.shape.size()));
    const CutView& view = views.front();
    middle_ = view.total[1] / view.total[0];
    coefficient_ = view.unit * view.mass * view.mass;
    slack_ = rounding_of_merits * view.mass * facts.impurity;
    std::int64_t margin = 1;
    for (const RowId row : node.rows) margin = std::max(margin, source.context.labels.weight(row));
    features_.resize(near.size());
    for (std::size_t f = 0; f < near.size(); ++f) {
        if (near[f].missing[0] > 0) continue;
        for (const NearCut& cut : near[f].cuts) features_[f].cuts.push_back(sides_of(cut, view, margin));
        make_blocks(features_[f]);
    }
}

/// Relative to the node's own mean, to avoid cancellation: in deep nodes the spread is far below it.
double NearTargets::mean_of(std::int64_t weight, std::int64_t sum) const {
    return static_cast<double>(Int128{sum} - Int128{weight} * middle_) / static_cast<double>(weight);
}

/// `margin`: at least the weight of every row.
NearTargets::Sides NearTargets::sides_of(const NearCut& cut, const CutView& view, std::int64_t margin) const {
    Sides sides{cut.boundary, source_.measure.gain(view, cut.left.data()) * view.mass};
    const std::int64_t weights[2] = {cut.left[0], view.total[0] - cut.left[0]};
    const std::int64_t sums[2] = {cut.left[1], view.total[1] - cut.left[1]};
    for (std::size_t side = 0; side < 2; ++side) {
        sides.means[side] = mean_of(weights[side], sums[side]);
        sides.weights[side] = static_cast<double>(weights[side]);
    }
    sides.safe = is_safe_cut(view, cut.left[0], margin);
    return sides;
}

void NearTargets::make_blocks(Feature& feature) {
    const std::vector<Sides>& cuts = feature.cuts;
    for (std::size_t begin = 0; begin < cuts.size(); begin += cuts_per_block) {
        const std::span part = std::span(cuts).subspan(begin, std::min(cuts_per_block, cuts.size() - begin));
        Block block{part.front().boundary, part.back().boundary, part.front().gain};
        for (std::size_t side = 0; side < 2; ++side) {
            block.low[side] = block.high[side] = part.front().means[side];
            block.weights[side] = part.front().weights[side];
        }
        for (const Sides& cut : part) {
            block.gain = std::max(block.gain, cut.gain);
            for (std::size_t side = 0; side < 2; ++side) {
                block.low[side] = std::min(block.low[side], cut.means[side]);
                block.high[side] = std::max(block.high[side], cut.means[side]);
                block.weights[side] = std::min(block.weights[side], cut.weights[side]);
            }
        }
        feature.blocks.push_back(block);
    }
    feature.bounds.resize(feature.blocks.size());
}

/// w·m/(m − w), which falls with m.
double NearTargets::factor(double weight_of_side) const {
    return coefficient_ * weight_ * weight_of_side / (weight_of_side - weight_);
}

/// Upper bound of the merit of its cuts.
double NearTargets::bound_of(const Block& block, std::uint32_t rank) const {
    const auto of_side = [&](std::size_t side) {
        if (block.weights[side] <= weight_) return std::numeric_limits<double>::infinity();
        const double distance = std::max(target_ - block.low[side], block.high[side] - target_);
        return block.gain + factor(block.weights[side]) * (distance * distance);
    };
    if (rank <= block.first_boundary) return of_side(0);
    return rank > block.last_boundary ? of_side(1) : std::max(of_side(0), of_side(1));
}

/// A side that contains only the row vanishes without it: the value for such a cut does not matter.
double NearTargets::merit_of(const Sides& cut, std::uint32_t rank) const {
    const std::size_t side = rank <= cut.boundary ? 0 : 1;
    if (cut.weights[side] <= weight_) return cut.gain;
    const double distance = target_ - cut.means[side];
    return cut.gain + factor(cut.weights[side]) * (distance * distance);
}

void NearTargets::raise_best(const Feature& feature, std::size_t block, std::uint32_t rank) {
    const std::size_t begin = block * cuts_per_block;
    for (const Sides& cut : std::span(feature.cuts).subspan(begin, std::min(cuts_per_block, feature.cuts.size() - begin)))
        if (cut.safe) best_ = std::max(best_, merit_of(cut, rank));
}

void NearTargets::look_into(Feature& feature, std::size_t block, std::uint32_t rank) {
    const std::size_t begin = block * cuts_per_block;
    const std::size_t end = std::min(begin + cuts_per_block, feature.cuts.size());
    for (std::size_t i = begin; i < end; ++i) {
        const double merit = merit_of(feature.cuts[i], rank);
        if (feature.cuts[i].safe) best_ = std::max(best_, merit);
        if (merit < best_ - slack_) continue;
        feature.winners.push_back(static_cast<std::uint32_t>(i));
        feature.merits.push_back(merit);
    }
}

void NearTargets::set_row(RowId row) {
    FewIntegers tally(source_.labels.shape.size());
    source_.labels.shape.add_row(source_.context.labels, row, tally);
    weight_ = static_cast<double>(tally[0]);
    target_ = mean_of(tally[0], tally[1]);
    const auto rank_in = [&](std::size_t f) { return source_.table.rank(near_[f].position, row); };
    double highest = no_gain;
    std::pair<std::size_t, std::size_t> promising;  // feature and block
    for (std::size_t f = 0; f < features_.size(); ++f)
        for (std::size_t b = 0; b < features_[f].blocks.size(); ++b) {
            const double bound = features_[f].bounds[b] = bound_of(features_[f].blocks[b], rank_in(f));
            if (bound > highest) highest = bound, promising = {f, b};
        }
    best_ = no_gain;
    if (highest != no_gain) raise_best(features_[promising.first], promising.second, rank_in(promising.first));
    for (std::size_t f = 0; f < features_.size(); ++f) {
        features_[f].winners.clear();
        features_[f].merits.clear();
        for (std::size_t b = 0; b < features_[f].blocks.size(); ++b)
            if (features_[f].bounds[b] >= best_ - slack_) look_into(features_[f], b, rank_in(f));
    }
    for (Feature& feature : features_) {  // the best has risen since some were added
        std::size_t kept = 0;
        for (std::size_t i = 0; i < feature.winners.size(); ++i)
            if (feature.merits[i] >= best_ - slack_) feature.winners[kept++] = feature.winners[i];
        feature.winners.resize(kept);
    }
}

}  // namespace

std::unique_ptr<NearFilter> make_near_filter(const LeftOutSource& source, const LeftOutNode& node,
                                             const std::vector<NearFeature>& near) {
    if (source.has_kinds || leaves_rows_uncounted(source.context)) return nullptr;
    if (source.measure.is_spread()) return std::make_unique<NearTargets>(source, node, near);
    if (source.measure.is_purity()) return std::make_unique<NearWeights>(source, node, near);
    return nullptr;
}

}  // namespace treewright
