// Which branch each row takes at given splits, all at once: a matrix with a column per split and a row per row, of positions in the list of
// the split's targets (`targets_of`). For what a TreeEnsemble cannot say itself: surrogates, rows in parts, and, before opset 5, sets.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/export/onnx/feature_inputs.h"
#include "treewright/export/onnx/graph.h"
#include "treewright/export/steps/outcomes.h"
#include "treewright/tree/lowered.h"

namespace treewright {

class SplitStates {
public:
    /// In the matrix: the row lacks the value and goes on in parts.
    static constexpr float undecided = -1.0F;

    explicit SplitStates(const Schema& schema) : schema_(schema) {}

    /// Returns the column of the split.
    std::size_t add(const LoweredStep& step);
    [[nodiscard]] std::size_t columns() const { return splits_.size(); }
    /// [N, columns], floats. There is at least one column.
    OnnxValue write(OnnxGraph& graph, FeatureInputs& inputs) const;

private:
    /// A test that was asked: the split's own, or a surrogate.
    struct Test {
        FeatureId feature = 0;
        double threshold = 0.0;
        float at_most = 0.0F;
        float above = 0.0F;
        float missing = 0.0F;
        std::vector<float> by_code;  ///< categories
    };
    struct StatedSplit {
        std::vector<std::size_t> tests;   ///< its own, then the surrogates in order
        float otherwise = undecided;  ///< where none of them decides
    };
    /// Which column of the matrix of all tests is that of a test.
    struct TestColumns {
        OnnxValue matrix;
        std::vector<std::int64_t> of_test;
    };

    [[nodiscard]] bool is_by_value(FeatureId feature) const { return holds_values(schema_.features[feature].type); }
    template <class TestOrStep>
    [[nodiscard]] Test test_of(const TestOrStep& tested, FeatureId feature,
                               const std::vector<NodeId>& targets) const;
    [[nodiscard]] TestColumns write_tests(OnnxGraph& graph, FeatureInputs& inputs) const;
    OnnxValue write_by_value(OnnxGraph& graph, FeatureInputs& inputs, const std::vector<std::size_t>& tests) const;
    OnnxValue write_by_code(OnnxGraph& graph, FeatureInputs& inputs, const std::vector<std::size_t>& tests) const;
    [[nodiscard]] std::vector<std::vector<std::size_t>> tests_in_groups() const;

    const Schema& schema_;
    std::vector<Test> tests_;
    std::vector<StatedSplit> splits_;
};

}  // namespace treewright
