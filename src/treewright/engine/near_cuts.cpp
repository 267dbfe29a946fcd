#include "treewright/engine/near_cuts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/engine/cut_choice.h"
#include "treewright/engine/node_views.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

/// Rounding in the bounds: they may be a little too wide.
constexpr double widened = 1.0 + 1e-6;
constexpr double inverse_of_ln2 = 1.4426950408889634;

/// The weights and labels of a node's rows.
struct RowSpan {
    double most_weight = 0.0;  ///< of a row
    double least_weight = std::numeric_limits<double>::infinity();
    double range = 0.0;  ///< of the targets: weight·target per weight
};

RowSpan span_of(const LeftOutSource& source, const LeftOutNode& node) {
    const Labels& labels = source.context.labels;
    RowSpan span;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    if (labels.is_classification() && !labels.has_weights()) return {1.0, 1.0, 0.0};
    for (const std::uint32_t row : node.rows) {
        const auto weight = static_cast<double>(labels.weight(row));
        span.most_weight = std::max(span.most_weight, weight);
        span.least_weight = std::min(span.least_weight, weight);
        if (labels.is_classification()) continue;
        const double target = static_cast<double>(labels.product(row)) / weight;
        low = std::min(low, target);
        high = std::max(high, target);
    }
    if (!labels.is_classification()) span.range = high - low;
    return span;
}

/// By how much a cut can come nearer to another one, or overtake it, when a row is taken out; in the unit of gains.
double most_change(const LeftOutSource& source, const LeftOutNode& node, const RowSpan& span) {
    const double mass = source.context.criterion.mass(node.sums);
    double factor = 1.0;
    for (const double each : source.terms.score_factors) factor = std::max(factor, each);
    const double own = span.most_weight * factor;
    double change = 0.0;
    switch (effective_criterion(source.context.options, source.context.set.task())) {
        case CriterionName::gini: change = 2.0 * own; break;
        case CriterionName::information_gain:
            change = own * (std::log2(std::max(mass / own, 1.0)) + inverse_of_ln2 + 1e-6);
            break;
        case CriterionName::squared_error:  // a side that loses a row keeps one
            change = own * (1.0 + span.most_weight / span.least_weight) * span.range * span.range;
            break;
        case CriterionName::gain_ratio:
        case CriterionName::cost_gini: return std::numeric_limits<double>::infinity();
    }
    // Where missing rows do not count, what is lost by the feature's known rows differs from feature to feature, too.
    const bool by_known = source.context.options.missing == MissingMethod::majority;
    return (by_known ? 2.0 : 1.0) * change * widened / mass;
}

/// Looks at all cuts of a feature with all rows of the node in it.
class FeatureCuts {
public:
    FeatureCuts(const LeftOutSource& source, const LeftOutNode& node, const NodeFacts& facts, std::size_t position)
        : source_(source), node_(node), position_(position), known_(node.known(position)), missing_(source.labels.shape.size()) {
        for (const RankedRow each : std::span(node.lists[position]).subspan(known_.size())) add(each.row, missing_);
        views_ = views_of(source.context, source.measure, facts, missing_);
    }

    [[nodiscard]] bool is_empty() const { return views_.empty(); }
    [[nodiscard]] const FewIntegers& missing() const { return missing_; }
    [[nodiscard]] std::span<const CutView> views() const { return views_; }

    /// The best gain of a cut, and of one that the row limits allow whichever row is missing.
    struct Best {
        double any = no_gain;
        double safe = no_gain;
    };
    [[nodiscard]] Best best(double most_weight) const {
        if (is_plain_pair()) return best_pair(static_cast<std::int64_t>(most_weight));
        Best best;
        const auto margin = static_cast<std::int64_t>(most_weight);
        for_cuts([&](std::size_t, const FewIntegers& left) {
            for (const CutView& view : views_) {
                const double gain = source_.measure.gain(view, left.data());
                best.any = std::max(best.any, gain);
                const bool safe = left[0] >= std::max<std::int64_t>(view.least_left, 1) + margin &&
                                  left[0] + margin <= std::min(view.most_left, view.known[0] - 1);
                if (safe) best.safe = std::max(best.safe, gain);
            }
        });
        return best;
    }

    [[nodiscard]] std::vector<NearCut> cuts_above(double floor) const {
        std::vector<NearCut> cuts;
        for_cuts([&](std::size_t place, const FewIntegers& left) {
            const bool near = std::any_of(views_.begin(), views_.end(), [&](const CutView& view) {
                return source_.measure.gain(view, left.data()) >= floor;
            });
            if (near) cuts.push_back({known_[place - 1].rank, static_cast<std::uint32_t>(place), left});
        });
        return cuts;
    }

private:
    void add(std::uint32_t row, FewIntegers& to) const { source_.labels.shape.add_row(source_.context.labels, row, to); }

    /// at_cut(known rows on the left, their labels).
    template <class AtCut>
    void for_cuts(const AtCut& at_cut) const {
        FewIntegers left(source_.labels.shape.size());
        for (std::size_t i = 0; i + 1 < known_.size(); ++i) {
            add(known_[i].row, left);
            if (known_[i].rank != known_[i + 1].rank) at_cut(i + 1, left);
        }
    }

    /// Two classes under Gini, or squared error, with rows of weight 1 and none missing.
    [[nodiscard]] bool is_plain_pair() const {
        return source_.labels.shape.is_pair() && source_.measure.is_spread() && !source_.context.labels.has_weights() &&
               known_.size() == node_.rows.size();
    }

    /// The inner loop: D²/(left·right), the sum taken from the node's mean as in SmallNodes::best_pair_cut.
    [[nodiscard]] Best best_pair(std::int64_t margin) const {
        const CutView& view = views_.front();
        const auto n = static_cast<std::int64_t>(known_.size());
        const std::int64_t mean = view.total[1] / n;
        const auto rest = static_cast<double>(view.total[1] - n * mean);
        const std::int64_t first_safe = std::max<std::int64_t>(view.least_left, 1) + margin;
        const std::int64_t last_safe = std::min(view.most_left, n - 1) - margin;
        std::int64_t sum = 0;
        Best best{-1.0, -1.0};
        for (std::int64_t i = 1; i < n; ++i) {
            const RankedRow each = known_[static_cast<std::size_t>(i - 1)];
            sum += second(each.row) - mean;
            if (each.rank == known_[static_cast<std::size_t>(i)].rank) continue;
            const double bracket = static_cast<double>(n) * static_cast<double>(sum) - static_cast<double>(i) * rest;
            const double gain = bracket * bracket / (static_cast<double>(i) * static_cast<double>(n - i));
            best.any = std::max(best.any, gain);
            if (i >= first_safe && i <= last_safe) best.safe = std::max(best.safe, gain);
        }
        return {best.any < 0.0 ? no_gain : best.any * view.unit, best.safe < 0.0 ? no_gain : best.safe * view.unit};
    }
    [[nodiscard]] std::int64_t second(std::uint32_t row) const {
        return source_.labels.kind == LabelKind::two_classes ? source_.labels.is_second[row]
                                                             : source_.context.labels.product(row);
    }

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    std::size_t position_;
    std::span<const RankedRow> known_;
    FewIntegers missing_;
    std::vector<CutView> views_;
};

}  // namespace

std::vector<NearFeature> near_cuts(const LeftOutSource& source, const LeftOutNode& node, std::span<const std::size_t> used) {
    const NodeFacts facts = facts_of(source.context, node.sums);
    const RowSpan span = span_of(source, node);
    std::vector<FeatureCuts> features;
    std::vector<FeatureCuts::Best> bests;
    std::vector<std::size_t> positions;
    double safe = no_gain;
    double error = 0.0;
    for (std::size_t position = 0; position < source.table.numeric().size(); ++position) {
        const std::size_t feature = source.table.numeric()[position];
        if (std::find(used.begin(), used.end(), feature) != used.end()) continue;
        FeatureCuts cuts(source, node, facts, position);
        if (cuts.is_empty()) continue;
        for (const CutView& view : cuts.views()) error = std::max(error, source.measure.error(view, facts.impurity));
        bests.push_back(cuts.best(span.most_weight));
        safe = std::max(safe, bests.back().safe);
        features.push_back(std::move(cuts));
        positions.push_back(position);
    }
    const double slack = 4 * error + 1e-9 * facts.impurity;  // more than ties can make up for
    double floor = safe == no_gain ? no_gain : safe - most_change(source, node, span) - slack;
    if (floor <= 1e-9 * facts.impurity) floor = no_gain;  // gains near 0 tie with each other
    std::vector<NearFeature> near;
    for (std::size_t i = 0; i < features.size(); ++i) {
        const bool asks_missing = source.context.options.missing == MissingMethod::category && features[i].missing()[0] > 0;
        if (bests[i].any < floor && !asks_missing) continue;
        NearFeature each{source.table.numeric()[positions[i]], positions[i], features[i].missing(), {}};
        if (bests[i].any >= floor) each.cuts = features[i].cuts_above(floor);
        if (!each.cuts.empty() || asks_missing) near.push_back(std::move(each));
    }
    return near;
}

}  // namespace treewright
