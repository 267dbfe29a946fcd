// The inputs of an ONNX model: one per feature, a column of doubles or of texts. Texts become codes inside the graph.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/export/onnx/graph.h"

namespace treewright {

/// The name of the input of each feature: the feature's own, unless it is empty, not UTF-8, or one of `reserved`.
std::vector<std::string> onnx_input_names(const Schema& schema, const std::vector<std::string>& reserved);
/// What is fed: "number", "days since 1970-01-01", …
std::string what_is_fed(const ColumnSchema& feature);

class FeatureInputs {
public:
    /// Adds an input for every feature.
    FeatureInputs(OnnxGraph& graph, const Schema& schema, const std::vector<std::string>& names);

    /// [N, 1], doubles: the value of a feature that has values, NaN where it is missing.
    const OnnxValue& numbers(FeatureId feature);
    /// [N], integers: the codes of a category (outcomes.h).
    const OnnxValue& codes(FeatureId feature);
    /// [N, 1], doubles: either.
    OnnxValue column(FeatureId feature);

    [[nodiscard]] const Schema& schema() const { return schema_; }

private:
    const OnnxValue& code_column(FeatureId feature);
    [[nodiscard]] OnnxValue ranks(FeatureId feature) const;
    [[nodiscard]] OnnxValue encoded(FeatureId feature) const;

    OnnxGraph& graph_;
    const Schema& schema_;
    std::vector<OnnxValue> inputs_;
    std::map<FeatureId, OnnxValue> numbers_;
    std::map<FeatureId, OnnxValue> code_columns_;
    std::map<FeatureId, OnnxValue> codes_;
};

}  // namespace treewright
