#include "treewright/engine/leave_one_out/near_weights.h"

#include <algorithm>

#include "treewright/engine/measure/cut_choice.h"
#include "treewright/engine/small_nodes/node_views.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

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

}  // namespace

NearWeights::NearWeights(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near)
    : source_(source), near_(near), edges_(edges_of(source.context.labels, node)) {
    const NodeFacts facts = facts_of(source.context, node.sums);
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

}  // namespace treewright
