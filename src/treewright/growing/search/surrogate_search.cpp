#include "treewright/growing/search/surrogate_search.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "treewright/growing/threshold.h"

namespace treewright {

namespace {

constexpr double rows_on_each_side = 2.0;
constexpr std::uint32_t least_surrogate_rows_for_threads = 1024;  // rows below which a thread costs more than it saves

/// Weight by the child that the chosen split sends it to.
struct Sides {
    std::array<std::int64_t, 2> to{};
    [[nodiscard]] std::int64_t both() const { return to[0] + to[1]; }
    Sides& operator+=(const Sides& other) {
        to[0] += other.to[0];
        to[1] += other.to[1];
        return *this;
    }
};

/// The best surrogate of one feature.
class FeatureSurrogate {
public:
    FeatureSurrogate(const SearchContext& context, const NodeView& node, const ChosenSplit& chosen, FeatureId feature)
        : context_(context),
          chosen_(chosen),
          feature_(feature),
          column_(context.set.features[feature]),
          rows_(node.sorted(feature)),
          least_(context.labels.least_weight(rows_on_each_side)) {}

    std::optional<SurrogateCandidate> find() {
        for_groups([this](std::uint32_t, const Sides& group) { all_ += group; });
        if (column_.has_values())
            find_threshold();
        else
            find_subset();
        if (!best_ || best_->agreeing <= all_.to[chosen_.candidate.split.missing_child]) return std::nullopt;
        best_->split.feature = feature_;
        best_->known = all_.both();
        return std::move(best_);
    }

private:
    /// Calls visit(a row, weight) for every value or level of the rows that have both values, in order.
    template <class Visit>
    void for_groups(const Visit& visit) const {
        std::optional<std::uint32_t> first;
        Sides group;
        for (const RowId row : rows_) {
            if (column_.missing_at(row)) break;  // missing ones come last
            const std::uint32_t child = chosen_.child_of_row[row];
            if (child == no_child) continue;
            if (first && !same_value(*first, row)) {
                visit(*first, group);
                first.reset();
                group = {};
            }
            if (!first) first = row;
            group.to[child] += context_.labels.weight(row);
        }
        if (first) visit(*first, group);
    }
    [[nodiscard]] bool same_value(std::uint32_t a, std::uint32_t b) const {
        return column_.has_values() ? column_.values[a] == column_.values[b] : column_.codes[a] == column_.codes[b];
    }

    void find_threshold() {
        Sides below;
        std::optional<std::uint32_t> last;
        for_groups([&](RowId row, const Sides& group) {
            if (last && separable(column_.values[*last], column_.values[row]) && below.both() >= least_ &&
                all_.both() - below.both() >= least_) {
                const std::int64_t agreeing = below.to[0] + (all_.to[1] - below.to[1]);
                offer_threshold(*last, row, agreeing, false);
                offer_threshold(*last, row, all_.both() - agreeing, true);
            }
            below += group;
            last = row;
        });
    }

    void offer_threshold(std::uint32_t lower, std::uint32_t upper, std::int64_t agreeing, bool reversed) {
        if (best_ && agreeing <= best_->agreeing) return;
        const double t = halfway(column_.values[lower], column_.values[upper]);
        best_.emplace();
        best_->split.kind = SplitKind::threshold;
        best_->split.threshold =
            context_.options.threshold == ThresholdPlace::halfway ? t : value_not_above(context_.table_values[feature_], t);
        best_->agreeing = agreeing;
        best_->split.reversed = reversed;
    }

    /// Every level goes to the child that most of its weight goes to. On a tie it goes left if a later level does: the set then
    /// comes first.
    void find_subset() {
        std::vector<std::pair<std::int32_t, Sides>> levels;
        for_groups([&](RowId row, const Sides& group) { levels.emplace_back(column_.codes[row], group); });
        SurrogateCandidate question;
        question.split.kind = SplitKind::subset;
        Sides by_surrogate;
        for (std::size_t i = levels.size(); i-- > 0;) {
            const auto& [level, weight] = levels[i];
            const bool even = weight.to[0] == weight.to[1];
            const bool left = even ? !question.split.left_levels.empty() : weight.to[0] > weight.to[1];
            (left ? question.split.left_levels : question.split.right_levels).push_back(level);
            by_surrogate.to[left ? 0 : 1] += weight.both();
            question.agreeing += weight.to[left ? 0 : 1];
        }
        if (by_surrogate.to[0] < least_ || by_surrogate.to[1] < least_) return;
        std::reverse(question.split.left_levels.begin(), question.split.left_levels.end());
        std::reverse(question.split.right_levels.begin(), question.split.right_levels.end());
        best_ = std::move(question);
    }

    const SearchContext& context_;
    const ChosenSplit& chosen_;
    FeatureId feature_;
    const Column& column_;
    std::span<const RowId> rows_;
    std::int64_t least_;
    Sides all_;  ///< of the rows that have both values
    std::optional<SurrogateCandidate> best_;
};

}  // namespace

std::vector<SurrogateCandidate> find_surrogates(const SearchContext& context, const NodeView& node, const ChosenSplit& chosen,
                                                std::size_t most, const Threads& threads) {
    std::vector<std::optional<SurrogateCandidate>> of_features(context.set.features.size());
    const auto search = [&](FeatureId feature) {
        if (feature == chosen.candidate.split.feature) return;
        of_features[feature] = FeatureSurrogate(context, node, chosen, feature).find();
    };
    if (node.range.size() < least_surrogate_rows_for_threads) {
        for (FeatureId feature = 0; feature < of_features.size(); ++feature) search(feature);
    } else {
        threads.for_each(of_features.size(), search);
    }
    std::vector<SurrogateCandidate> found;
    for (auto& surrogate : of_features)
        if (surrogate) found.push_back(std::move(*surrogate));
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.agreeing > b.agreeing; });
    if (found.size() > most) found.resize(most);
    return found;
}

}  // namespace treewright
