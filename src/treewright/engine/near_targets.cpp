#include "treewright/engine/near_targets.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "treewright/engine/cut_choice.h"
#include "treewright/engine/node_views.h"

namespace treewright {

namespace {

constexpr double rounding_of_merits = 1e-7;  // far more than the arithmetic needs
constexpr std::size_t cuts_a_block = 64;

}  // namespace

NearTargets::NearTargets(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near)
    : source_(source),
      near_(near),
      applies_(!source.context.labels.is_classification() && !source.context.labels.has_weights() &&
               !leaves_rows_uncounted(source.context)) {
    if (!applies_) return;
    const NodeFacts facts = facts_of(source.context, node.sums);
    const auto views = views_of(source.context, source.measure, facts, FewIntegers(source.labels.shape.size()));
    const CutView& view = views.front();
    const auto rows = static_cast<double>(node.sums.weight);
    slack_ = rounding_of_merits * rows * facts.impurity;
    features_.resize(near.size());
    for (std::size_t f = 0; f < near.size(); ++f) {
        if (near[f].missing[0] > 0) continue;
        for (const NearCut& cut : near[f].cuts) {
            Sides sides{cut.boundary, source.measure.gain(view, cut.left.data()) * rows};
            const std::int64_t weights[2] = {cut.left[0], view.total[0] - cut.left[0]};
            const std::int64_t sums[2] = {cut.left[1], view.total[1] - cut.left[1]};
            for (std::size_t side = 0; side < 2; ++side) {
                sides.means[side] = static_cast<double>(sums[side]) / static_cast<double>(weights[side]);
                sides.factors[side] = weights[side] < 2 ? 0.0 : 1.0 + 1.0 / static_cast<double>(weights[side] - 1);
            }
            sides.safe = cut.left[0] > std::max<std::int64_t>(view.least_left, 1) &&
                         cut.left[0] < std::min(view.most_left, view.known[0] - 1);
            features_[f].cuts.push_back(sides);
        }
        make_blocks(features_[f]);
    }
}

void NearTargets::make_blocks(Feature& feature) {
    const std::vector<Sides>& cuts = feature.cuts;
    for (std::size_t begin = 0; begin < cuts.size(); begin += cuts_a_block) {
        const std::span part = std::span(cuts).subspan(begin, std::min(cuts_a_block, cuts.size() - begin));
        Block block{part.front().boundary, part.back().boundary, part.front().gain};
        for (std::size_t side = 0; side < 2; ++side) block.low[side] = block.high[side] = part.front().means[side];
        for (const Sides& cut : part) {
            block.gain = std::max(block.gain, cut.gain);
            for (std::size_t side = 0; side < 2; ++side) {
                block.low[side] = std::min(block.low[side], cut.means[side]);
                block.high[side] = std::max(block.high[side], cut.means[side]);
                block.factors[side] = std::max(block.factors[side], cut.factors[side]);
            }
        }
        feature.blocks.push_back(block);
    }
    feature.bounds.resize(feature.blocks.size());
}

/// At least the merit of each of its cuts.
double NearTargets::bound_of(const Block& block, std::uint32_t rank, double target) {
    const auto of_side = [&](std::size_t side) {
        const double distance = std::max(target - block.low[side], block.high[side] - target);
        return block.gain + block.factors[side] * distance * distance;
    };
    if (rank <= block.first_boundary) return of_side(0);
    return rank > block.last_boundary ? of_side(1) : std::max(of_side(0), of_side(1));
}

double NearTargets::merit_of(const Sides& cut, std::uint32_t rank, double target) {
    const std::size_t side = rank <= cut.boundary ? 0 : 1;
    const double distance = target - cut.means[side];
    return cut.gain + cut.factors[side] * distance * distance;
}

void NearTargets::raise_best(const Feature& feature, std::size_t block, std::uint32_t rank, double target) {
    const std::size_t begin = block * cuts_a_block;
    for (const Sides& cut : std::span(feature.cuts).subspan(begin, std::min(cuts_a_block, feature.cuts.size() - begin)))
        if (cut.safe) best_ = std::max(best_, merit_of(cut, rank, target));
}

void NearTargets::look_into(Feature& feature, std::size_t block, std::uint32_t rank, double target) {
    const std::size_t begin = block * cuts_a_block;
    const std::size_t end = std::min(begin + cuts_a_block, feature.cuts.size());
    for (std::size_t i = begin; i < end; ++i) {
        const double merit = merit_of(feature.cuts[i], rank, target);
        if (feature.cuts[i].safe) best_ = std::max(best_, merit);
        if (merit < best_ - slack_) continue;
        feature.winners.push_back(static_cast<std::uint32_t>(i));
        feature.merits.push_back(merit);
    }
}

void NearTargets::look_at(std::uint32_t row) {
    const auto target = static_cast<double>(source_.context.labels.product(row));
    const auto rank_in = [&](std::size_t f) { return source_.table.rank(near_[f].position, row); };
    double highest = no_gain;
    std::pair<std::size_t, std::size_t> promising;  // feature and block
    for (std::size_t f = 0; f < features_.size(); ++f)
        for (std::size_t b = 0; b < features_[f].blocks.size(); ++b) {
            const double bound = features_[f].bounds[b] = bound_of(features_[f].blocks[b], rank_in(f), target);
            if (bound > highest) highest = bound, promising = {f, b};
        }
    best_ = no_gain;
    if (highest != no_gain) raise_best(features_[promising.first], promising.second, rank_in(promising.first), target);
    for (std::size_t f = 0; f < features_.size(); ++f) {
        features_[f].winners.clear();
        features_[f].merits.clear();
        for (std::size_t b = 0; b < features_[f].blocks.size(); ++b)
            if (features_[f].bounds[b] >= best_ - slack_) look_into(features_[f], b, rank_in(f), target);
    }
    for (Feature& feature : features_) {  // the best has risen since some were taken in
        std::size_t kept = 0;
        for (std::size_t i = 0; i < feature.winners.size(); ++i)
            if (feature.merits[i] >= best_ - slack_) feature.winners[kept++] = feature.winners[i];
        feature.winners.resize(kept);
    }
}

}  // namespace treewright
