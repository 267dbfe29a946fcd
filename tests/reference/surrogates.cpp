#include "reference/surrogates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace treewright::reference {

namespace {

/// Agreement is the weight that goes to the same side as by the split; a side with less than two rows rules the candidate out.
void weigh(PlainSurrogate& candidate, const TrainingSet& set, const Measure& measure, const Parts& known, bool& allowed) {
    Parts by_candidate(2);
    candidate.agreeing = 0;
    for (const int side : {0, 1})
        for (const std::size_t row : known[static_cast<std::size_t>(side)]) {
            const int answer = answer_of(candidate, set, row);
            by_candidate[static_cast<std::size_t>(answer)].push_back(row);
            if (answer == side) candidate.agreeing += measure.weight({row});
        }
    allowed = measure.weight(by_candidate[0]) >= 2 && measure.weight(by_candidate[1]) >= 2;
    candidate.known = measure.weight(joined(known));
}

std::vector<PlainSurrogate> thresholds(const Column& column, const GrowOptions& options, const Rows& rows) {
    std::set<double> distinct;
    for (const std::size_t row : rows) distinct.insert(column.values[row]);
    std::vector<PlainSurrogate> list;
    for (auto value = distinct.begin(); value != distinct.end() && std::next(value) != distinct.end(); ++value) {
        const bool inseparable = std::isinf(*value) && *std::next(value) == -std::numeric_limits<double>::max();
        if (inseparable) continue;
        PlainSurrogate candidate;
        candidate.threshold = threshold_between(column, options, *value, *std::next(value));
        for (const bool reversed : {false, true}) {
            candidate.reversed = reversed;
            list.push_back(candidate);
        }
    }
    return list;
}

/// The sets that agree most, whatever even levels do; the one that comes first among them.
std::vector<PlainSurrogate> first_set(const Column& column, const Measure& measure, const Parts& known) {
    std::set<std::int32_t> levels;
    for (const std::size_t row : joined(known)) levels.insert(column.codes[row]);
    const auto weight = [&](LevelCode level, std::size_t side) {
        Rows rows;
        for (const std::size_t row : known[side])
            if (column.codes[row] == level) rows.push_back(row);
        return measure.weight(rows);
    };
    Levels even;
    Levels left;
    for (const LevelCode level : levels) {
        if (weight(level, 0) == weight(level, 1)) even.push_back(level);
        if (weight(level, 0) > weight(level, 1)) left.push_back(level);
    }
    if (left.empty()) return {};
    std::set<Levels> lefts;  // a set of lists is sorted as lists are
    for (std::size_t mask = 0; mask < std::size_t{1} << even.size(); ++mask) {
        Levels with = left;
        for (std::size_t i = 0; i < even.size(); ++i)
            if ((mask >> i & 1U) != 0) with.push_back(even[i]);
        std::sort(with.begin(), with.end());
        lefts.insert(with);
    }
    PlainSurrogate candidate;
    candidate.is_threshold = false;
    candidate.left = *lefts.begin();
    std::set_difference(levels.begin(), levels.end(), candidate.left.begin(), candidate.left.end(),
                        std::back_inserter(candidate.right));
    return {candidate};
}

}  // namespace

double threshold_between(const Column& column, const GrowOptions& options, double a, double b) {
    constexpr double largest = std::numeric_limits<double>::max();
    double t = a / 2 + b / 2;
    if (!(a <= t && t < b)) t = a;
    if (std::isinf(a)) t = -largest;
    if (std::isinf(b)) t = largest;
    if (options.threshold == ThresholdPlace::halfway) return t;
    double best = -std::numeric_limits<double>::infinity();
    for (const double value : column.values)
        if (value <= t) best = std::max(best, value);
    return std::isinf(best) ? t : best;
}

std::size_t most_surrogates(const TrainingSet& set, const GrowOptions& options) {
    if (options.missing != MissingMethod::surrogate) return 0;
    if (options.surrogates) return *options.surrogates;
    for (const Column& column : set.features)
        for (std::size_t row = 0; row < set.rows; ++row)
            if (column.missing_at(row)) return 5;
    return 0;
}

int answer_of(const PlainSurrogate& surrogate, const TrainingSet& set, std::size_t row) {
    const Column& column = set.features[surrogate.feature];
    if (column.missing_at(row)) return 2;
    if (surrogate.is_threshold) return (column.values[row] <= surrogate.threshold) != surrogate.reversed ? 0 : 1;
    const auto is_in = [&](const Levels& levels) {
        return std::find(levels.begin(), levels.end(), column.codes[row]) != levels.end();
    };
    return is_in(surrogate.left) ? 0 : is_in(surrogate.right) ? 1 : 2;
}

std::vector<PlainSurrogate> surrogates_of(const TrainingSet& set, const GrowOptions& options, const Measure& measure,
                                          const Question& question) {
    std::vector<PlainSurrogate> kept;
    for (FeatureId feature = 0; feature < set.features.size(); ++feature) {
        if (feature == question.feature) continue;
        const Column& column = set.features[feature];
        Parts known(2);
        for (const std::size_t side : {0, 1})
            for (const std::size_t row : question.counted[side])
                if (!column.missing_at(row)) known[side].push_back(row);
        const Real all_to_heavier = measure.weight(known[question.missing_child]);
        PlainSurrogate best;
        best.agreeing = all_to_heavier;
        for (PlainSurrogate& candidate :
             column.has_values() ? thresholds(column, options, joined(known)) : first_set(column, measure, known)) {
            candidate.feature = feature;
            bool allowed = false;
            weigh(candidate, set, measure, known, allowed);
            if (allowed && candidate.agreeing > best.agreeing) best = candidate;
        }
        if (best.agreeing > all_to_heavier) kept.push_back(best);
    }
    std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.agreeing > b.agreeing; });
    if (kept.size() > most_surrogates(set, options)) kept.resize(most_surrogates(set, options));
    return kept;
}

}  // namespace treewright::reference
