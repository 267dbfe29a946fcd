#include "treewright/growing/gain_ratio.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace treewright {

namespace {

constexpr double least_split_information = 0.001;  // C4.5's
constexpr double average_gain_slack = 0.001;       // C4.5's
constexpr double many_levels_share = 0.3;          // C4.5's

/// A numeric split without gain after its penalty does not count, as in C4.5.
bool counts_in_average(const TrainingSet& set, const RatedSplit& split) {
    return !set.features[split.feature].has_values() || split.gain > split.penalty;
}

bool has_many_levels(const SearchContext& context, const RatedSplit& split) {
    const Column& column = context.set.features[split.feature];
    return !column.has_values() && static_cast<double>(column.schema.levels.size()) >= many_levels_share * context.table_weight;
}

/// Categories with very many levels are excluded from the average, unless there is nothing else.
double average_gain(const SearchContext& context, std::span<const RatedSplit> splits) {
    const bool all_many = std::all_of(splits.begin(), splits.end(), [&](const RatedSplit& split) {
        return !counts_in_average(context.set, split) || has_many_levels(context, split);
    });
    double sum = 0.0;
    double count = 0.0;
    for (const RatedSplit& split : splits) {
        if (!counts_in_average(context.set, split) || (has_many_levels(context, split) && !all_many)) continue;
        sum += split.gain - split.penalty;
        count += 1.0;
    }
    return count > 0.0 ? sum / count : 0.0;
}

}  // namespace

/// If missing rows go down all branches, they count as one more branch.
double split_information_of(const SearchContext& context, const NodeFacts& node, const Candidate& candidate) {
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
    return split_information(total, masses);
}

double rate_by_ratio(const SearchContext& context, const NodeFacts& node, std::span<RatedSplit> splits) {
    const double node_weight = context.labels.real_weight(node.sums.weight);
    for (RatedSplit& split : splits) {
        if (context.options.threshold_penalty && split.kind == SplitKind::threshold)
            split.penalty = std::log2(split.thresholds) / node_weight;
        split.eligible = split.split_information > least_split_information;
        split.ratio = split.eligible ? (split.gain - split.penalty) / split.split_information : 0.0;
    }
    if (context.options.gain_filter != GainFilter::average) return 0.0;
    const double average = average_gain(context, splits);
    for (RatedSplit& split : splits)
        split.eligible = split.eligible && split.gain - split.penalty >= average - average_gain_slack;
    return average;
}

void set_rating(Candidate& candidate, const RatedSplit& split) {
    candidate.penalty = split.penalty;
    candidate.split_information = split.split_information;
    candidate.score = split.ratio;
    candidate.eligible = split.eligible;
}

}  // namespace treewright
