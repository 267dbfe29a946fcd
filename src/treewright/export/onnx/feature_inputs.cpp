#include "treewright/export/onnx/feature_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "treewright/base/utf8.h"
#include "treewright/export/steps/outcomes.h"

namespace treewright {

namespace {

bool is_text(const ColumnSchema& feature) {
    return feature.type == ColumnType::categorical || feature.type == ColumnType::ordered;
}

std::string level_list_note(const ColumnSchema& feature) {
    return feature.type == ColumnType::ordered ? "the name of a level; empty or unknown text is missing"
                                               : "the name of a level; empty text is missing";
}

}  // namespace

std::vector<std::string> onnx_input_names(const Schema& schema, const std::vector<std::string>& reserved) {
    std::set<std::string> taken(reserved.begin(), reserved.end());
    std::set<std::string> own;
    for (const ColumnSchema& feature : schema.features) own.insert(feature.name);
    std::vector<std::string> names;
    for (const ColumnSchema& feature : schema.features) {
        const bool is_usable = !feature.name.empty() && is_utf8(feature.name) && feature.name.find('\0') == std::string::npos;
        std::string name = feature.name;
        if (!is_usable) name = fmt::format("feature_{}", names.size() + 1);
        if (!is_usable || taken.contains(name)) {
            const std::string stem = name;
            for (std::size_t number = 2; taken.contains(name) || own.contains(name); ++number)
                name = fmt::format("{}_{}", stem, number);
        }
        taken.insert(name);
        names.push_back(std::move(name));
    }
    return names;
}

std::string what_is_fed(const ColumnSchema& feature) {
    switch (feature.type) {
        case ColumnType::numeric: return "a number; NaN is missing";
        case ColumnType::date: return "days since 1970-01-01; NaN is missing";
        case ColumnType::time: return "seconds since 1970-01-01 00:00:00 UTC; NaN is missing";
        case ColumnType::ordered:
        case ColumnType::categorical: return level_list_note(feature);
    }
    return {};
}

FeatureInputs::FeatureInputs(OnnxGraph& graph, const Schema& schema, const std::vector<std::string>& names)
    : graph_(graph), schema_(schema) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const ColumnSchema& feature = schema.features[i];
        const OnnxType type = is_text(feature) ? OnnxType::text : OnnxType::real;
        inputs_.push_back(graph.input({names[i], type, {"N", "1"}, what_is_fed(feature)}));
    }
}

const OnnxValue& FeatureInputs::numbers(FeatureId feature) {
    const auto [place, is_new] = numbers_.try_emplace(feature);
    if (is_new)
        place->second = schema_.features[feature].type == ColumnType::ordered ? ranks(feature) : inputs_[feature];
    return place->second;
}

const OnnxValue& FeatureInputs::codes(FeatureId feature) {
    const auto [place, is_new] = codes_.try_emplace(feature);
    if (is_new) place->second = graph_.as_list(code_column(feature));
    return place->second;
}

const OnnxValue& FeatureInputs::code_column(FeatureId feature) {
    const auto [place, is_new] = code_columns_.try_emplace(feature);
    if (is_new) place->second = encoded(feature);
    return place->second;
}

OnnxValue FeatureInputs::column(FeatureId feature) {
    if (holds_values(schema_.features[feature].type)) return numbers(feature);
    return graph_.cast(code_column(feature), OnnxType::real);
}

/// Ranks are small integers, which floats hold exactly.
OnnxValue FeatureInputs::ranks(FeatureId feature) const {
    const std::vector<std::string>& levels = schema_.features[feature].levels;
    std::vector<float> ranks;
    for (std::size_t rank = 0; rank < levels.size(); ++rank) ranks.push_back(static_cast<float>(rank));
    const OnnxValue found = graph_.add({"LabelEncoder",
                                        {inputs_[feature]},
                                        {{"keys_strings", levels},
                                         {"values_floats", std::move(ranks)},
                                         {"default_float", std::numeric_limits<float>::quiet_NaN()}},
                                        onnx_ml});
    return graph_.cast(found, OnnxType::real);
}

OnnxValue FeatureInputs::encoded(FeatureId feature) const {
    std::vector<std::string> keys;
    std::vector<std::int64_t> codes;
    const std::vector<std::string>& levels = schema_.features[feature].levels;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        keys.push_back(levels[i]);
        codes.push_back(static_cast<std::int64_t>(code_of_first_level + i));
    }
    const bool names_the_empty_text = std::ranges::find(levels, std::string()) != levels.end();
    if (!names_the_empty_text) {
        keys.emplace_back();
        codes.push_back(code_of_missing);
    }
    return graph_.add({"LabelEncoder",
                       {inputs_[feature]},
                       {{"keys_strings", std::move(keys)},
                        {"values_int64s", std::move(codes)},
                        {"default_int64", static_cast<std::int64_t>(code_of_unseen)}},
                       onnx_ml});
}

}  // namespace treewright
