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
bool counts_in_average(const TrainingSet& set, const RatedQuestion& question) {
    return !set.features[question.feature].has_values() || question.gain > question.penalty;
}

bool has_many_levels(const SearchContext& context, const RatedQuestion& question) {
    const Column& column = context.set.features[question.feature];
    return !column.has_values() && static_cast<double>(column.schema.levels.size()) >= many_levels_share * context.table_weight;
}

/// Categories with very many levels are excluded from the average, unless there is nothing else.
double average_gain(const SearchContext& context, std::span<const RatedQuestion> questions) {
    const bool all_many = std::all_of(questions.begin(), questions.end(), [&](const RatedQuestion& question) {
        return !counts_in_average(context.set, question) || has_many_levels(context, question);
    });
    double sum = 0.0;
    double count = 0.0;
    for (const RatedQuestion& question : questions) {
        if (!counts_in_average(context.set, question) || (has_many_levels(context, question) && !all_many)) continue;
        sum += question.gain - question.penalty;
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

double rate_by_ratio(const SearchContext& context, const NodeFacts& node, std::span<RatedQuestion> questions) {
    const double node_weight = context.labels.real_weight(node.sums.weight);
    for (RatedQuestion& question : questions) {
        if (context.options.threshold_penalty && question.kind == SplitKind::threshold)
            question.penalty = std::log2(question.thresholds) / node_weight;
        question.eligible = question.split_information > least_split_information;
        question.ratio = question.eligible ? (question.gain - question.penalty) / question.split_information : 0.0;
    }
    if (context.options.gain_filter != GainFilter::average) return 0.0;
    const double average = average_gain(context, questions);
    for (RatedQuestion& question : questions)
        question.eligible = question.eligible && question.gain - question.penalty >= average - average_gain_slack;
    return average;
}

void set_rating(Candidate& candidate, const RatedQuestion& question) {
    candidate.penalty = question.penalty;
    candidate.split_information = question.split_information;
    candidate.score = question.ratio;
    candidate.eligible = question.eligible;
}

}  // namespace treewright
