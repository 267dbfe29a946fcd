#include "treewright/export/onnx/split_states.h"

#include <algorithm>
#include <map>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"

namespace treewright {

namespace {

float position_in(const std::vector<NodeId>& targets, NodeId step) {
    if (step == undecided_step) return SplitStates::undecided;
    const auto found = std::ranges::find(targets, step);
    check_invariant(found != targets.end(), "a step leads to one that is not among its targets");
    return static_cast<float>(index_in(targets, found));
}

std::vector<std::int64_t> shape_of(std::size_t rows, std::size_t columns) {
    return {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)};
}

}  // namespace

template <class TestOrStep>
SplitStates::Test SplitStates::test_of(const TestOrStep& tested, FeatureId feature, const std::vector<NodeId>& targets) const {
    Test test{.feature = feature, .by_code = {}};
    if (is_by_value(feature)) {
        const ValueOutcomes outcomes = outcomes_by_value(tested);
        test.threshold = outcomes.threshold;
        test.at_most = position_in(targets, outcomes.at_most);
        test.above = position_in(targets, outcomes.above);
        test.missing = position_in(targets, outcomes.missing);
        return test;
    }
    for (const NodeId step : outcomes_by_code(tested, schema_.features[feature].levels.size()))
        test.by_code.push_back(position_in(targets, step));
    return test;
}

std::size_t SplitStates::add(const LoweredStep& step) {
    const std::vector<NodeId> targets = targets_of(step, schema_);
    StatedSplit split;
    const auto add_test = [&](Test test) {
        split.tests.push_back(tests_.size());
        tests_.push_back(std::move(test));
    };
    add_test(test_of(step, step.test.split.feature, targets));
    for (const LoweredTest& surrogate : step.surrogates) add_test(test_of(surrogate, surrogate.split.feature, targets));
    if (step.parts.empty() && !step.surrogates.empty()) split.otherwise = position_in(targets, step.when_missing);
    splits_.push_back(std::move(split));
    return splits_.size() - 1;
}

/// One test after the other, as long as a row is undecided.
OnnxValue SplitStates::write(OnnxGraph& graph, FeatureInputs& inputs) const {
    const TestColumns tests = write_tests(graph, inputs);
    const std::size_t longest = std::ranges::max(splits_, {}, [](const auto& split) { return split.tests.size(); }).tests.size();
    std::vector<float> last;
    for (const StatedSplit& split : splits_) last.push_back(split.otherwise);
    const auto is_undecided = [&](const OnnxValue& states) {
        return graph.add({"Less", {states, graph.constant(OnnxTensor::real32(0.0F))}});
    };
    OnnxValue states;
    for (std::size_t turn = 0; turn < longest; ++turn) {
        std::vector<std::int64_t> columns;  // a split without that many tests is asked its last one again, which changes nothing
        for (const StatedSplit& split : splits_) columns.push_back(tests.of_test[split.tests[std::min(turn, split.tests.size() - 1)]]);
        const OnnxValue decided = graph.gather(tests.matrix, graph.constant(OnnxTensor::list(columns)), 1);
        states = turn == 0 ? decided : graph.where(is_undecided(states), decided, states);
    }
    if (longest == 1) return states;
    const OnnxValue otherwise = graph.constant(OnnxTensor::reals32(shape_of(1, last.size()), last));
    return graph.where(is_undecided(states), otherwise, states);
}

/// Those of values together, then those of each category.
std::vector<std::vector<std::size_t>> SplitStates::tests_in_groups() const {
    std::vector<std::size_t> by_value;
    std::map<FeatureId, std::vector<std::size_t>> by_category;
    for (std::size_t test = 0; test < tests_.size(); ++test)
        (is_by_value(tests_[test].feature) ? by_value : by_category[tests_[test].feature]).push_back(test);
    std::vector<std::vector<std::size_t>> groups;
    if (!by_value.empty()) groups.push_back(std::move(by_value));
    for (auto& [feature, tests] : by_category) groups.push_back(std::move(tests));
    return groups;
}

SplitStates::TestColumns SplitStates::write_tests(OnnxGraph& graph, FeatureInputs& inputs) const {
    TestColumns columns;
    columns.of_test.resize(tests_.size());
    std::vector<OnnxValue> blocks;
    std::int64_t column = 0;
    for (const auto& group : tests_in_groups()) {
        for (const std::size_t test : group) columns.of_test[test] = column++;
        const bool by_value = is_by_value(tests_[group.front()].feature);
        blocks.push_back(by_value ? write_by_value(graph, inputs, group) : write_by_code(graph, inputs, group));
    }
    columns.matrix = graph.concatenated(blocks);
    return columns;
}

OnnxValue SplitStates::write_by_value(OnnxGraph& graph, FeatureInputs& inputs, const std::vector<std::size_t>& tests) const {
    std::map<FeatureId, std::int64_t> column_of;
    std::vector<OnnxValue> columns;
    std::vector<std::int64_t> asked;
    std::vector<double> thresholds;
    std::vector<float> at_most;
    std::vector<float> above;
    std::vector<float> missing;
    for (const std::size_t number : tests) {
        const Test& test = tests_[number];
        const auto [place, is_new] = column_of.try_emplace(test.feature, static_cast<std::int64_t>(columns.size()));
        if (is_new) columns.push_back(inputs.numbers(test.feature));
        asked.push_back(place->second);
        thresholds.push_back(test.threshold);
        at_most.push_back(test.at_most);
        above.push_back(test.above);
        missing.push_back(test.missing);
    }
    const auto row = [&](const std::vector<float>& values) {
        return graph.constant(OnnxTensor::reals32(shape_of(1, values.size()), values));
    };
    const OnnxValue values = graph.gather(graph.concatenated(columns), graph.constant(OnnxTensor::list(asked)), 1);
    const OnnxValue limits = graph.constant(OnnxTensor::reals(shape_of(1, thresholds.size()), thresholds));
    const OnnxValue known = graph.where(graph.add({"LessOrEqual", {values, limits}}), row(at_most), row(above));
    return graph.where(graph.add({"IsNaN", {values}}), row(missing), known);
}

/// The tests of one category: a row of the table for each code.
OnnxValue SplitStates::write_by_code(OnnxGraph& graph, FeatureInputs& inputs, const std::vector<std::size_t>& tests) const {
    const Test& first = tests_[tests.front()];
    std::vector<float> table;
    for (std::size_t code = 0; code < first.by_code.size(); ++code)
        for (const std::size_t test : tests) table.push_back(tests_[test].by_code[code]);
    const OnnxValue rows = graph.constant(OnnxTensor::reals32(shape_of(first.by_code.size(), tests.size()), table));
    return graph.gather(rows, inputs.codes(first.feature));
}

}  // namespace treewright
