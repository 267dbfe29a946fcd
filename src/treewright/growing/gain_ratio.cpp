// C4.5's ranking of the features' best tests: by gain ratio, among those of at least average gain where the filter is on.
#include <algorithm>
#include <cmath>

#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

constexpr double least_split_information = 0.001;  // C4.5's
constexpr double average_gain_slack = 0.001;       // C4.5's
constexpr double many_levels_share = 0.3;          // C4.5's

/// Where missing rows go down all branches, they count as one more branch.
void rate(const SearchContext& context, const NodeFacts& node, Candidate& candidate) {
    const Criterion& criterion = context.criterion;
    std::vector<double> masses;
    double total = 0.0;
    for (const Sums& branch : candidate.counted) {
        masses.push_back(criterion.mass(branch));
        total += masses.back();
    }
    if (context.options.missing == MissingMethod::fractional && candidate.missing_weight > 0) {
        Sums missing = node.sums;
        for (const Sums& branch : candidate.counted) missing -= branch;
        masses.push_back(criterion.mass(missing));
        total = criterion.mass(node.sums);
    }
    candidate.split_information = split_information(total, masses);
    candidate.eligible = candidate.split_information > least_split_information;
    candidate.score = candidate.eligible ? (candidate.gain - candidate.penalty) / candidate.split_information : 0.0;
}

/// A numeric test without gain, its penalty taken off, does not count, as in C4.5.
bool counts_in_average(const TrainingSet& set, const FeatureResult& feature) {
    return feature.best && (!set.features[feature.feature].has_values() || feature.best->gain > feature.best->penalty);
}

bool has_many_levels(const SearchContext& context, const FeatureResult& feature) {
    const Column& column = context.set.features[feature.feature];
    return !column.has_values() && static_cast<double>(column.schema.levels.size()) >= many_levels_share * context.table_weight;
}

/// Categories with very many levels stay out of the average, unless there is nothing else.
double average_gain(const SearchContext& context, const SearchResult& result) {
    const bool all_many = std::all_of(result.features.begin(), result.features.end(), [&](const FeatureResult& feature) {
        return !counts_in_average(context.set, feature) || has_many_levels(context, feature);
    });
    double sum = 0.0;
    double count = 0.0;
    for (const FeatureResult& feature : result.features) {
        if (!counts_in_average(context.set, feature) || (has_many_levels(context, feature) && !all_many)) continue;
        sum += feature.best->gain - feature.best->penalty;
        count += 1.0;
    }
    return count > 0.0 ? sum / count : 0.0;
}

}  // namespace

void SplitSearch::rate_by_ratio(const NodeView& node, SearchResult& result) const {
    const double node_weight = context_->labels.real_weight(node.sums.weight);
    for (FeatureResult& feature : result.features) {
        if (!feature.best) continue;
        if (context_->options.threshold_penalty && feature.best->condition.kind == SplitKind::threshold)
            feature.best->penalty = std::log2(feature.thresholds) / node_weight;
        rate(*context_, node, *feature.best);
        feature.top_score = feature.best->score;
    }
    if (context_->options.gain_filter == GainFilter::average) keep_average_gains(result);
}

void SplitSearch::keep_average_gains(SearchResult& result) const {
    result.average_gain = average_gain(*context_, result);
    for (FeatureResult& feature : result.features) {
        if (!feature.best) continue;
        Candidate& best = *feature.best;
        best.eligible = best.eligible && best.gain - best.penalty >= result.average_gain - average_gain_slack;
    }
}

}  // namespace treewright
