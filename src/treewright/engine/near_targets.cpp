#include "treewright/engine/near_targets.h"

#include <algorithm>
#include <limits>

#include "treewright/engine/cut_choice.h"
#include "treewright/engine/node_views.h"

namespace treewright {

namespace {

constexpr double rounding_of_merits = 1e-7;  // far more than the arithmetic needs

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
    merits_.resize(near.size());
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
            features_[f].push_back(sides);
        }
        merits_[f].resize(features_[f].size());
    }
}

void NearTargets::look_at(std::uint32_t row) {
    const auto target = static_cast<double>(source_.context.labels.product(row));
    double best = no_gain;
    for (std::size_t f = 0; f < features_.size(); ++f) {
        if (features_[f].empty()) continue;
        const std::uint32_t rank = source_.table.rank(near_[f].position, row);
        for (std::size_t i = 0; i < features_[f].size(); ++i) {
            const Sides& sides = features_[f][i];
            const std::size_t side = rank <= sides.boundary ? 0 : 1;
            const double distance = target - sides.means[side];
            merits_[f][i] = sides.gain + sides.factors[side] * distance * distance;
            if (sides.safe) best = std::max(best, merits_[f][i]);
        }
    }
    floor_ = best - slack_;
}

}  // namespace treewright
