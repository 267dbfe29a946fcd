#include "treewright/export/steps/outcomes.h"

#include <algorithm>
#include <limits>

namespace treewright {

namespace {

/// A row that has nothing but this cell.
struct ValueCell {
    double cell;

    [[nodiscard]] static bool holds_value(FeatureId /*feature*/) { return true; }
    [[nodiscard]] double value(FeatureId /*feature*/) const { return cell; }
    [[nodiscard]] static LevelCode code(FeatureId /*feature*/) { return missing_code; }
};

struct CodeCell {
    LevelCode cell;

    [[nodiscard]] static bool holds_value(FeatureId /*feature*/) { return false; }
    [[nodiscard]] static double value(FeatureId /*feature*/) { return 0.0; }
    [[nodiscard]] LevelCode code(FeatureId /*feature*/) const { return cell; }
};

LevelCode level_of_code(std::size_t code) {
    if (code <= code_of_missing) return missing_code;
    if (code == code_of_unseen) return unseen_code;
    return level_code(code - code_of_first_level);
}

bool is_undecided(const LoweredStep& step) { return !step.surrogates.empty() || !step.parts.empty(); }

/// The step for a row that lacks the value.
template <class Cell>
NodeId outcome_of_unknown(const LoweredStep& step, const Cell& cell) {
    if (step.refuses_missing) return refused_step;
    return is_undecided(step) ? undecided_step : next_step(step, cell);
}

}  // namespace

ValueOutcomes outcomes_by_value(const LoweredStep& step) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const ValueCell missing{std::numeric_limits<double>::quiet_NaN()};
    if (step.test.split.kind == SplitKind::is_missing)
        return {infinity, step.test.no, step.test.no, step.refuses_missing ? refused_step : step.test.yes};
    return {step.test.split.threshold, step.test.yes, step.test.no, outcome_of_unknown(step, missing)};
}

ValueOutcomes outcomes_by_value(const LoweredTest& surrogate) {
    return {surrogate.split.threshold, surrogate.yes, surrogate.no, undecided_step};
}

CodeOutcomes outcomes_by_code(const LoweredStep& step, std::size_t levels) {
    CodeOutcomes outcomes;
    for (std::size_t code = 0; code < code_of_first_level + levels; ++code) {
        const CodeCell cell{level_of_code(code)};
        const bool is_level = code >= code_of_first_level;
        const bool is_refused = step.refuses_missing && !is_level;
        const bool is_decided = is_level || step_by_row(step.test, cell).has_value();
        outcomes.push_back(is_refused ? refused_step : is_decided ? next_step(step, cell) : outcome_of_unknown(step, cell));
    }
    return outcomes;
}

CodeOutcomes outcomes_by_code(const LoweredTest& surrogate, std::size_t levels) {
    CodeOutcomes outcomes;
    for (std::size_t code = 0; code < code_of_first_level + levels; ++code)
        outcomes.push_back(step_by_test(surrogate, level_of_code(code)).value_or(undecided_step));
    return outcomes;
}

std::vector<NodeId> targets_of(const LoweredStep& step, const Schema& schema) {
    std::vector<NodeId> targets;
    const ColumnSchema& feature = schema.features[step.test.split.feature];
    if (holds_values(feature.type)) {
        const ValueOutcomes outcomes = outcomes_by_value(step);
        targets = {outcomes.at_most, outcomes.above, outcomes.missing};
    } else {
        targets = outcomes_by_code(step, feature.levels.size());
    }
    for (const LoweredPart& part : step.parts) targets.push_back(part.step);
    if (is_undecided(step)) targets.push_back(step.when_missing);
    for (const LoweredTest& surrogate : step.surrogates) targets.insert(targets.end(), {surrogate.yes, surrogate.no});
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    std::erase(targets, undecided_step);
    return targets;
}

}  // namespace treewright
