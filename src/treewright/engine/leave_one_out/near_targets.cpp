#include "treewright/engine/leave_one_out/near_targets.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "treewright/engine/measure/cut_choice.h"
#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

namespace {

constexpr double rounding_of_merits = 1e-7;  // far more than the arithmetic needs
constexpr std::size_t cuts_per_block = 64;

}  // namespace

NearTargets::NearTargets(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near)
    : source_(source), near_(near) {
    const NodeFacts facts = facts_of(source.context, node.sums);
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

}  // namespace treewright
