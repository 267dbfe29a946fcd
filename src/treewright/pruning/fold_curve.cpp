#include "treewright/pruning/fold_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "treewright/base/positions.h"

namespace treewright {

namespace {

constexpr double tolerance = 1e-12;

/// Between the price of a member and the next one's, at the middle of their logarithms (geometric mean), as in Breiman.
std::vector<double> prices_between(const std::vector<SequenceMember>& members) {
    std::vector<double> prices;
    for (std::size_t k = 0; k + 1 < members.size(); ++k) prices.push_back(std::sqrt(members[k].alpha * members[k + 1].alpha));
    prices.push_back(std::numeric_limits<double>::infinity());
    return prices;
}

}  // namespace

FoldCurve::FoldCurve(const std::vector<SequenceMember>& members)
    : alphas_(prices_between(members)), steps_(members.size() + 1) {}

/// A node predicts from the price at which it becomes a leaf up to the price at which a node above it does: two steps per node,
/// whatever the number of members.
void FoldCurve::add(const Tree& tree, const WeakestLinks& links, const HeldOutSums& held_out) {
    weight_ += held_out.weight;
    const auto member_at = [&](double alpha) {
        const auto is_dearer = [&](double price) { return !is_same_price(price, alpha); };
        return index_in(alphas_, std::partition_point(alphas_.begin(), alphas_.end(), is_dearer));
    };
    std::vector<std::size_t> end(tree.nodes.size(), alphas_.size());  // by node: the first member that it is not part of
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        const std::size_t begin = tree.nodes[node].is_leaf() ? 0 : member_at(links.alphas()[node]);
        for (const NodeId child : tree.children_of(node)) end[child] = std::min(end[node], begin);
        if (begin >= end[node]) continue;
        for (const auto& [at, sign] : {std::pair(begin, 1.0), std::pair(end[node], -1.0)}) {
            steps_[at].loss += sign * held_out.loss[node];
            steps_[at].square += sign * held_out.square[node];
            if (!held_out.brier.empty()) steps_[at].brier += sign * held_out.brier[node];
        }
    }
}

std::vector<CurvePoint> FoldCurve::points() const {
    std::vector<CurvePoint> points;
    Steps sum;
    for (std::size_t k = 0; k < alphas_.size(); ++k) {
        sum.loss += steps_[k].loss;
        sum.square += steps_[k].square;
        sum.brier += steps_[k].brier;
        const double loss = sum.loss / weight_;
        const double variance = std::max(0.0, sum.square / weight_ - loss * loss);
        points.push_back({alphas_[k], loss, std::sqrt(variance / weight_), sum.brier / weight_});
    }
    return points;
}

std::size_t choose_by_standard_error(const std::vector<CurvePoint>& points, double multiple) {
    const auto least =
        std::min_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.loss < b.loss; });
    const double slack = tolerance * std::abs(points.back().loss);
    const double line = least->loss + slack + multiple * least->standard_error;
    std::size_t chosen = 0;
    for (std::size_t k = 0; k < points.size(); ++k)
        if (points[k].loss <= line) chosen = k;
    return chosen;
}

std::size_t choose_by_price(const std::vector<CurvePoint>& points, const std::vector<SequenceMember>& members,
                            LeafPrice price) {
    const auto score = [&](std::size_t k) { return points[k].loss + points[k].brier / 2; };
    std::size_t least = 0;
    for (std::size_t k = 1; k < points.size(); ++k)
        if (score(k) < score(least)) least = k;
    const double error = points[least].loss;
    const double unit = 1.5 * std::sqrt(std::max(0.0, error * (1.0 - error)) / price.weight);
    const auto paid = [&](std::size_t k) {
        return score(k) + price.price * unit * std::log2(static_cast<double>(members[k].leaves));
    };
    std::size_t chosen = 0;
    for (std::size_t k = 1; k < points.size(); ++k)
        if (paid(k) <= paid(chosen) * (1 + tolerance)) chosen = k;
    return chosen;
}

}  // namespace treewright
