#include "treewright/engine/leave_one_out/threshold_counts.h"

#include <algorithm>

#include "treewright/base/positions.h"

namespace treewright {

namespace {

/// The cuts between the values of a feature, without a row.
class CutsWithout {
public:
    template <class Value>
    CutsWithout(const std::vector<Value>& values, std::optional<std::uint32_t> rank, std::int64_t weight)
        : size_(values.size()) {
        if (size_ > 0) --size_;
        if (!rank) return;
        own_ = index_in(
            values, std::partition_point(values.begin(), values.end(), [&](const Value& each) { return each.rank < *rank; }));
        weight_ = weight;
        // If only this row has its value, the cuts on both sides of it coincide; at the ends one of them vanishes.
        if (values[own_].rows == 1 && size_ > 0) gone_ = std::min(own_, size_ - 1);
    }

    /// Cuts whose left side lies within the limits.
    template <class Value>
    [[nodiscard]] std::size_t count(const std::vector<Value>& values, BranchScorer::Limits limits) const {
        const auto left = [&](std::size_t cut) { return values[cut].weight_up_to - (cut >= own_ ? weight_ : 0); };
        const std::size_t begin = first_cut([&](std::size_t cut) { return left(cut) >= limits.least; });
        const std::size_t end = first_cut([&](std::size_t cut) { return left(cut) > limits.most; });
        if (begin >= end) return 0;
        return end - begin - (gone_ >= begin && gone_ < end ? 1 : 0);
    }

private:
    template <class Holds>
    [[nodiscard]] std::size_t first_cut(const Holds& holds) const {
        std::size_t low = 0;
        std::size_t high = size_;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (holds(middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    std::size_t size_;
    std::size_t own_ = SIZE_MAX;   ///< the row's value: the row is to the left of this cut and of those after it
    std::size_t gone_ = SIZE_MAX;  ///< the cut that vanishes
    std::int64_t weight_ = 0;
};

}  // namespace

ThresholdCounts::ThresholdCounts(const LeftOutSource& source, const LeftOutNode& node)
    : source_(source), node_(node), features_(source.table.numeric().size()) {}

ThresholdCounts::Feature& ThresholdCounts::feature_at(std::size_t position) {
    std::optional<Feature>& feature = features_[position];
    if (feature) return *feature;
    feature.emplace();
    const Labels& labels = source_.context.labels;
    const auto known = node_.known(position);
    std::int64_t weight = 0;
    for (const RowAtRank each : known) {
        weight += labels.weight(each.row);
        if (feature->values.empty() || feature->values.back().rank != each.rank) feature->values.push_back({each.rank, 0, 0});
        ++feature->values.back().rows;
        feature->values.back().weight_up_to = weight;
    }
    feature->missing = Sums(labels.slots());
    for (const RowAtRank each : std::span(node_.lists[position]).subspan(known.size())) labels.add(each.row, feature->missing);
    return *feature;
}

ThresholdCounts::Limits ThresholdCounts::limits_of(const Feature& feature, const Removal& removal, bool misses) const {
    Sums missing = feature.missing;
    if (misses) {
        const std::uint32_t one[] = {*removal.row};
        missing -= source_.context.labels.sums_of(one);
    }
    const Sums known = removal.rest - missing;
    Limits limits;
    if (known.weight == 0) return limits;
    const BranchScorer scorer(source_.context, removal.facts, known);
    for (const MissingSide side : scorer.sides()) limits.sides.push_back(scorer.threshold_limits(side));
    limits.asks_missing = source_.context.options.missing == MissingMethod::category && scorer.has_missing() &&
                          scorer.allows(0, known.weight, MissingSide::left);
    return limits;
}

ThresholdCounts::Count ThresholdCounts::without(std::size_t position, const Removal& removal,
                                                std::optional<std::uint32_t> row) {
    Feature& feature = feature_at(position);
    const std::uint32_t rank = row ? source_.table.rank(position, *row) : 0;
    const bool misses = row && rank == rank_of_missing;
    std::optional<Limits>& limits = feature.limits[!row ? 2 : (misses ? 1 : 0)];
    if (!limits || source_.context.labels.has_weights()) limits = limits_of(feature, removal, misses);
    if (limits->sides.empty()) return {};
    const std::int64_t weight = row ? source_.context.labels.weight(*row) : 0;
    const CutsWithout cuts(feature.values, row && !misses ? std::optional(rank) : std::nullopt, weight);
    const BranchScorer::Limits first = limits->sides.front();
    const BranchScorer::Limits last = limits->sides.back();
    std::size_t count = cuts.count(feature.values, first);
    if (limits->sides.size() == 2)  // those that either direction allows
        count += cuts.count(feature.values, last) -
                 cuts.count(feature.values, {std::max(first.least, last.least), std::min(first.most, last.most)});
    return {static_cast<double>(count), limits->asks_missing ? 1.0 : 0.0};
}

}  // namespace treewright
