#include "treewright/engine/leave_one_out/near_cuts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/base/error.h"
#include "treewright/engine/measure/cut_choice.h"
#include "treewright/engine/small_nodes/node_views.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

/// Allows for rounding in the bounds: they may be slightly too wide.
constexpr double rounding_margin = 1.0 + 1e-6;

/// Bounds of how much the gain of a cut can change when one row of the node is left out.
class Movement {
public:
    Movement(const LeftOutSource& source, const LeftOutNode& node)
        : criterion_(source.context.criterion), has_targets_(!source.context.labels.is_classification()) {
        look_at_rows(source.context.labels, node);
        double factor = 1.0;
        for (const double each : source.terms.score_factors) factor = std::max(factor, each);
        row_.mass = static_cast<double>(most_weight_) * factor;
        row_.node_mass = criterion_.mass(node.sums);
        row_.classes = has_targets_ ? 0 : source.context.labels.slots();
        rise_ = has_targets_ ? of_targets(high_ - low_, static_cast<double>(most_weight_) / least_weight_) : of_row(row_);
        // If missing rows do not count, the loss of the known rows differs between features, too.
        if (leaves_rows_uncounted(source.context)) {
            drop_ = rise_;
            has_targets_ = false;
        }
    }

    [[nodiscard]] std::int64_t most_weight() const { return most_weight_; }  ///< of a row
    [[nodiscard]] double drop() const { return drop_; }
    [[nodiscard]] double rise() const { return rise_; }
    /// A tighter bound for a cut with these rows on its sides.
    [[nodiscard]] double rise(const CutView& view, const FewIntegers& left) const {
        if (!has_targets_) return rise_;
        const std::int64_t weight = left[0] + view.offset[0];
        const std::int64_t sum = left[1] + view.offset[1];
        return std::max(of_side(weight, sum), of_side(view.total[0] - weight, view.total[1] - sum));
    }

private:
    void look_at_rows(const Labels& labels, const LeftOutNode& node) {
        if (labels.is_classification() && !labels.has_weights()) return;
        most_weight_ = 0;
        least_weight_ = low_ = std::numeric_limits<double>::infinity();
        high_ = -low_;
        for (const RowId row : node.rows) {
            const std::int64_t weight = labels.weight(row);
            most_weight_ = std::max(most_weight_, weight);
            least_weight_ = std::min(least_weight_, static_cast<double>(weight));
            if (labels.is_classification()) continue;
            const double target = static_cast<double>(labels.product(row)) / static_cast<double>(weight);
            low_ = std::min(low_, target);
            high_ = std::max(high_, target);
        }
    }
    /// `share`: the row's weight divided by that of the other rows of its side.
    [[nodiscard]] double of_targets(double distance, double share) const {
        LeavingRow row = row_;
        row.distance = distance;
        row.share = share;
        return of_row(row);
    }
    [[nodiscard]] double of_row(const LeavingRow& row) const {
        const std::optional<double> movement = criterion_.movement(row);
        check_invariant(movement.has_value(), "leave-one-out shares work only where the criterion has a bound");
        return *movement * rounding_margin / row.node_mass;
    }
    [[nodiscard]] double of_side(std::int64_t weight, std::int64_t sum) const {
        const double others = std::max(static_cast<double>(weight - most_weight_), least_weight_);
        const double mean = static_cast<double>(sum) / static_cast<double>(weight);
        return of_targets(std::max(high_ - mean, mean - low_), static_cast<double>(most_weight_) / others);
    }

    const Criterion& criterion_;
    LeavingRow row_;
    bool has_targets_;  ///< which give tighter bounds
    std::int64_t most_weight_ = 1;
    double least_weight_ = 1.0;
    double low_ = 0.0;  ///< targets: weight·target per weight
    double high_ = 0.0;
    double rise_ = 0.0;
    double drop_ = 0.0;
};

/// Scans all cuts of a feature over all rows of the node.
class FeatureCuts {
public:
    FeatureCuts(const LeftOutSource& source, const LeftOutNode& node, const NodeFacts& facts, std::size_t position)
        : source_(source),
          node_(node),
          position_(position),
          known_(node.known(position)),
          missing_(source.labels.shape.size()) {
        for (const RowAtRank each : std::span(node.lists[position]).subspan(known_.size())) add(each.row, missing_);
        views_ = views_of(source.context, source.measure, facts, missing_);
    }

    [[nodiscard]] bool is_empty() const { return views_.empty(); }
    [[nodiscard]] const FewIntegers& missing() const { return missing_; }
    [[nodiscard]] std::span<const CutView> views() const { return views_; }

    /// The best gain of a cut, and of one that the row limits allow whichever row is left out.
    struct Best {
        double any = no_gain;
        double safe = no_gain;
    };
    [[nodiscard]] Best best(std::int64_t margin) const {
        if (is_plain_pair()) return best_pair(margin);
        Best best;
        for_cuts([&](std::size_t, const FewIntegers& left) {
            for (const CutView& view : views_) {
                const double gain = source_.measure.gain(view, left.data());
                best.any = std::max(best.any, gain);
                if (is_safe_cut(view, left[0], margin)) best.safe = std::max(best.safe, gain);
            }
        });
        return best;
    }

    /// The cuts that can reach the floor.
    [[nodiscard]] std::vector<NearCut> cuts_near(double floor, const Movement& movement) const {
        std::vector<NearCut> cuts;
        for_cuts([&](std::size_t place, const FewIntegers& left) {
            const bool near = std::any_of(views_.begin(), views_.end(), [&](const CutView& view) {
                const double gain = source_.measure.gain(view, left.data());
                return gain + movement.rise() >= floor && gain + movement.rise(view, left) >= floor;
            });
            if (near) cuts.push_back({known_[place - 1].rank, static_cast<std::uint32_t>(place), left});
        });
        return cuts;
    }

private:
    void add(RowId row, FewIntegers& to) const { source_.labels.shape.add_row(source_.context.labels, row, to); }

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

    /// The inner loop: D²/(left·right), the sum taken from the node's mean as in SmallNodeSearcher::best_pair_cut.
    [[nodiscard]] Best best_pair(std::int64_t margin) const {
        const CutView& view = views_.front();
        const auto n = static_cast<std::int64_t>(known_.size());
        const std::int64_t mean = view.total[1] / n;
        const auto rest = static_cast<double>(view.total[1] - n * mean);
        const std::int64_t first_safe = std::clamp<std::int64_t>(view.least_left, 1, n) + margin;
        const std::int64_t last_safe = std::clamp<std::int64_t>(view.most_left, 0, n - 1) - margin;
        std::int64_t sum = 0;
        Best best{-1.0, -1.0};
        for (std::int64_t i = 1; i < n; ++i) {
            const RowAtRank each = known_[static_cast<std::size_t>(i - 1)];
            sum += second(each.row) - mean;
            if (each.rank == known_[static_cast<std::size_t>(i)].rank) continue;
            const double bracket = static_cast<double>(n) * static_cast<double>(sum) - static_cast<double>(i) * rest;
            const double gain = bracket * bracket / (static_cast<double>(i) * static_cast<double>(n - i));
            best.any = std::max(best.any, gain);
            if (i >= first_safe && i <= last_safe) best.safe = std::max(best.safe, gain);
        }
        return {best.any < 0.0 ? no_gain : best.any * view.unit, best.safe < 0.0 ? no_gain : best.safe * view.unit};
    }
    [[nodiscard]] std::int64_t second(RowId row) const {
        return source_.labels.kind == LabelKind::two_classes ? source_.labels.is_second[row]
                                                             : source_.context.labels.product(row);
    }

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    std::size_t position_;
    std::span<const RowAtRank> known_;
    FewIntegers missing_;
    std::vector<CutView> views_;
};

/// The features of a node with the best gain of each.
class NearSearch {
public:
    NearSearch(const LeftOutSource& source, const LeftOutNode& node)
        : source_(source), node_(node), facts_(node_facts_of(source.context, node.sums)), movement_(source, node) {}

    void scan_feature(std::size_t position) {
        FeatureCuts cuts(source_, node_, facts_, position);
        if (cuts.is_empty()) return;
        for (const CutView& view : cuts.views()) error_ = std::max(error_, source_.measure.error(view, facts_.impurity));
        const FeatureCuts::Best best = cuts.best(movement_.most_weight());
        safe_ = std::max(safe_, best.safe);
        features_.push_back({position, std::move(cuts), best});
    }

    [[nodiscard]] std::vector<NearFeature> near() const {
        const bool apart = uses_gain_ratio(source_.context);
        std::vector<NearFeature> near;
        for (const Feature& feature : features_) {
            const double floor = floor_below(apart ? feature.best.safe : safe_);
            const FewIntegers& missing = feature.cuts.missing();
            const bool asks_missing = source_.context.options.missing == MissingMethod::category && missing[0] > 0;
            const bool is_near = feature.best.any + movement_.rise() >= floor;
            if (!is_near && !asks_missing) continue;
            NearFeature each{source_.table.numeric()[feature.position], feature.position, missing, {}};
            if (is_near) each.cuts = feature.cuts.cuts_near(floor, movement_);
            if (!each.cuts.empty() || asks_missing) near.push_back(std::move(each));
        }
        return near;
    }

private:
    struct Feature {
        std::size_t position;
        FeatureCuts cuts;
        FeatureCuts::Best best;
    };

    /// The lower bound of the gains that matter if some cut reaches `safe` whichever row is left out.
    [[nodiscard]] double floor_below(double safe) const {
        if (safe == no_gain) return no_gain;
        const double slack = 4 * error_ + 1e-9 * facts_.impurity;  // more than the tie tolerance
        const double floor = safe - movement_.drop() - slack;
        return floor - movement_.rise() <= 1e-9 * facts_.impurity ? no_gain : floor;  // gains near 0 tie with each other
    }

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    NodeFacts facts_;
    Movement movement_;
    std::vector<Feature> features_;
    double safe_ = no_gain;
    double error_ = 0.0;
};

}  // namespace

bool bounds_near_cuts(const Criterion& criterion) { return criterion.movement({1.0, 2.0, 2, 1.0, 1.0}).has_value(); }

bool leaves_rows_uncounted(const SearchContext& context) {
    return !counts_missing_rows(context.options.missing) &&
           std::any_of(context.has_missing.begin(), context.has_missing.end(), [](char has) { return has != 0; });
}

std::vector<NearFeature> near_cuts(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used) {
    NearSearch search(source, node);
    for (std::size_t position = 0; position < source.table.numeric().size(); ++position)
        if (std::find(used.begin(), used.end(), source.table.numeric()[position]) == used.end()) search.scan_feature(position);
    return search.near();
}

}  // namespace treewright
