#include "treewright/engine/leave_one_out/left_out_removal.h"

#include <algorithm>

#include "treewright/engine/small_nodes/node_views.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

bool is_allowed(const CutView& view, std::int64_t left) {
    return left > 0 && left < view.known[0] && left >= view.least_left && left <= view.most_left;
}

/// A lower bound: for each row of the removal some cut of the feature has this gain.
double guaranteed_gain(const Removal::Feature& feature) {
    double own = no_gain;
    for (const Removal::Cut& cut : feature.cuts) own = std::max(own, std::min(cut.left, cut.right));
    double if_missing = no_gain;
    for (const Removal::Cut& cut : feature.cuts_if_missing) if_missing = std::max(if_missing, cut.left);
    return feature.views_if_missing.empty() ? own : std::min(own, if_missing);
}

/// Prefix and suffix maxima: the best cut for a row by the number of cuts to its left.
void sum_up(Removal::Feature& feature) {
    const auto size = feature.cuts.size();
    feature.tops.assign(size + 1, {});
    Removal::Top behind;  // of cuts to the right of the row, from the last one on
    for (std::size_t i = size; i-- > 0;) {
        behind.offer(feature.cuts[i].left, static_cast<std::int32_t>(i));
        feature.tops[i] = behind;
    }
    Removal::Top before;
    for (std::size_t i = 1; i <= size; ++i) {
        if (feature.cuts[i - 1].near != nullptr) before.offer(feature.cuts[i - 1].right, static_cast<std::int32_t>(i - 1));
        feature.tops[i].merge(before);
    }
    for (std::size_t i = 0; i < feature.cuts_if_missing.size(); ++i)
        feature.top_if_missing.offer(feature.cuts_if_missing[i].left, static_cast<std::int32_t>(i));
}

/// Drops cuts that are best for no row of the removal, and computes the maxima of the rest.
void keep_near(Removal& removal, bool by_feature) {
    const double impurity = removal.facts.impurity;
    const auto floor_below = [&](double sure) {
        return sure <= clear_share * impurity ? no_gain : tie_line(sure, impurity) - 2 * removal.error;
    };
    double sure = no_gain;
    for (const Removal::Feature& feature : removal.features) sure = std::max(sure, guaranteed_gain(feature));
    for (Removal::Feature& feature : removal.features) {
        const double floor = floor_below(by_feature ? guaranteed_gain(feature) : sure);
        const auto is_far = [floor](const Removal::Cut& cut) {
            const double gain = std::max(cut.left, cut.right);
            return gain < floor || gain == no_gain;
        };
        std::erase_if(feature.cuts, is_far);
        std::erase_if(feature.cuts_if_missing, is_far);
        sum_up(feature);
    }
}

}  // namespace

std::unique_ptr<Removal> make_removal(const LeftOutSource& source, const LeftOutNode& node, std::optional<std::uint32_t> row) {
    const Labels& labels = source.context.labels;
    auto removal = std::make_unique<Removal>();
    removal->row = row;
    removal->is_single = row && !source.has_kinds;
    removal->tally = FewIntegers(source.labels.shape.size());
    removal->rest = node.sums;
    if (row) {
        const std::uint32_t one[] = {*row};
        source.labels.shape.add_row(labels, *row, removal->tally);
        removal->rest -= labels.sums_of(one);
    }
    const NodeFacts facts = node_facts_of(source.context, removal->rest);
    removal->facts.impurity = facts.impurity;
    removal->facts.classes_present = facts.classes_present;
    return removal;
}

const Removal::Feature& Removal::of(FeatureId feature) const {
    return *std::find_if(features.begin(), features.end(), [&](const Feature& each) { return each.near->feature == feature; });
}

FewIntegers Removal::known_on_left(const Cut& cut, bool without) const {
    if (cut.near == nullptr) return FewIntegers(tally.size());
    FewIntegers known = cut.near->left;
    if (without) subtract(known, tally);
    return known;
}

RemovalScorer::RemovalScorer(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used)
    : source_(source), near_(near_cuts(source, node, used)), filter_(make_near_filter(source, node, near_)) {}

void RemovalScorer::score(Removal& removal) {
    if (removal.is_single && filter_ != nullptr) filter_->set_row(*removal.row);
    removal.plain_views = views_of(source_.context, source_.measure, removal.facts, FewIntegers(source_.labels.shape.size()));
    for (const CutView& view : removal.plain_views)
        removal.error = std::max(removal.error, source_.measure.error(view, removal.facts.impurity));
    removal.features.resize(near_.size());
    for (std::size_t i = 0; i < near_.size(); ++i) {
        removal.features[i].near = &near_[i];
        score_feature(removal, removal.features[i]);
    }
    keep_near(removal, uses_gain_ratio(source_.context));
}

double RemovalScorer::gain(const CutView& view, const NearCut& cut) const {
    return is_allowed(view, cut.left[0]) ? source_.measure.gain(view, cut.left.data()) : no_gain;
}

double RemovalScorer::gain_on_left(const CutView& view, const NearCut& cut, const Removal& removal) const {
    FewIntegers left = cut.left;
    subtract(left, removal.tally);
    return is_allowed(view, left[0]) ? source_.measure.gain(view, left.data()) : no_gain;
}

/// Scores a cut for the rows of the removal.
Removal::Cut RemovalScorer::scored(const Removal& removal, const NearCut& cut, const CutView& view, std::uint32_t rank) const {
    if (rank == rank_of_missing || !removal.row) {
        const double both = gain(view, cut);
        return {&cut, &view, both, both};
    }
    if (!removal.is_single) return {&cut, &view, gain_on_left(view, cut, removal), gain(view, cut)};
    const double both = rank <= cut.boundary ? gain_on_left(view, cut, removal) : gain(view, cut);
    return {&cut, &view, both, both};
}

void RemovalScorer::score_cuts(const Removal& removal, const Removal::Feature& feature, std::span<const CutView> views,
                               std::vector<Removal::Cut>& cuts) const {
    const bool misses = &cuts == &feature.cuts_if_missing;
    const std::uint32_t own = removal.is_single ? source_.table.rank(feature.near->position, *removal.row) : 0;
    const std::uint32_t rank = misses ? rank_of_missing : own;
    const std::vector<NearCut>& near = feature.near->cuts;
    const auto score = [&](const NearCut& cut) {
        for (const CutView& view : views) cuts.push_back(scored(removal, cut, view, rank));
    };
    const auto number = static_cast<std::size_t>(feature.near - near_.data());
    if (const auto* winners = removal.is_single && filter_ != nullptr ? filter_->winners(number) : nullptr) {
        for (const std::uint32_t winner : *winners) score(near[winner]);
    } else {
        if (!removal.is_single) cuts.reserve(near.size() * views.size() + 1);
        for (const NearCut& cut : near) score(cut);
    }
    if (views.empty() || !asks_for_missing(source_.context, views.front())) return;
    const FewIntegers none(removal.tally.size());
    const double of_test = source_.measure.gain(views.front(), none.data());
    cuts.push_back({nullptr, &views.front(), of_test, of_test});
}

void RemovalScorer::score_feature(Removal& removal, Removal::Feature& feature) const {
    const NearFeature& near = *feature.near;
    if (near.missing[0] == 0) return score_cuts(removal, feature, removal.plain_views, feature.cuts);
    feature.own_views = views_of(source_.context, source_.measure, removal.facts, near.missing);
    FewIntegers others = near.missing;
    subtract(others, removal.tally);
    const bool may_miss = removal.row && std::all_of(others.begin(), others.end(), [](std::int64_t each) { return each >= 0; });
    if (may_miss) feature.views_if_missing = views_of(source_.context, source_.measure, removal.facts, others);
    for (const auto* views : {&feature.own_views, &feature.views_if_missing})
        for (const CutView& view : *views)
            removal.error = std::max(removal.error, source_.measure.error(view, removal.facts.impurity));
    score_cuts(removal, feature, feature.own_views, feature.cuts);
    score_cuts(removal, feature, feature.views_if_missing, feature.cuts_if_missing);
}

}  // namespace treewright
