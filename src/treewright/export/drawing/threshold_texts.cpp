#include "treewright/export/drawing/threshold_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "treewright/base/number_text.h"
#include "treewright/data/written_value.h"

namespace treewright {

namespace {

constexpr int few_digits = 6;    // such a threshold is left alone
constexpr int least_digits = 4;  // of a rounded one
constexpr int usual_digits = 8;  // of `readable_number`
constexpr std::size_t cut_digits = 7;
constexpr double noise = 1e-15;  // 0.30000000000000004 is 0.3: relative error of a few operations on doubles
constexpr double infinity = std::numeric_limits<double>::infinity();

double with_digits(double value, int digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    double rounded = value;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

/// The first digits of a number and an ellipsis; all digits before the point stay. "1.234567…e-07"
std::string cut_text(double value) {
    const std::string whole = number_text(value);
    const std::size_t exponent = std::min(whole.find('e'), whole.size());
    const std::size_t point = whole.find('.');
    if (point == std::string::npos) return whole;
    std::size_t digits = 0;
    std::size_t end = 0;
    for (bool counts = false; end < exponent && (end < point || digits < cut_digits); ++end) {
        counts = counts || (whole[end] >= '1' && whole[end] <= '9');
        if (counts && whole[end] != '.') ++digits;
    }
    if (end <= point + 1) return whole;
    return end == exponent ? whole : whole.substr(0, end) + "…" + whole.substr(exponent);
}

bool is_about(double value, double other) { return std::abs(value - other) <= noise * std::abs(other); }

/// The nodes that ask about a feature by a threshold, by rising threshold.
std::vector<std::vector<NodeId>> nodes_by_feature(const Model& model) {
    std::vector<std::vector<NodeId>> nodes(model.schema.features.size());
    for (NodeId number = 0; number < model.tree.nodes.size(); ++number)
        if (model.tree.nodes[number].kind == SplitKind::threshold) nodes[model.tree.nodes[number].feature].push_back(number);
    for (auto& of_feature : nodes)
        std::stable_sort(of_feature.begin(), of_feature.end(),
                         [&](NodeId a, NodeId b) { return model.tree.nodes[a].threshold < model.tree.nodes[b].threshold; });
    return nodes;
}

/// Between every two neighbouring thresholds the smallest and the largest value of the column.
std::vector<ThresholdGap> gaps_of(const std::vector<double>& thresholds, const Column& column) {
    std::vector<double> lowest(thresholds.size() + 1, infinity);
    std::vector<double> highest(thresholds.size() + 1, -infinity);
    for (std::size_t row = 0; row < column.size(); ++row) {
        const double value = column.values[row];
        if (std::isnan(value)) continue;
        const auto place = static_cast<std::size_t>(std::lower_bound(thresholds.begin(), thresholds.end(), value) - thresholds.begin());
        lowest[place] = std::min(lowest[place], value);
        highest[place] = std::max(highest[place], value);
    }
    std::vector<ThresholdGap> gaps(thresholds.size());
    for (std::size_t i = 0; i < thresholds.size(); ++i) gaps[i].below = std::max(highest[i], i == 0 ? -infinity : gaps[i - 1].below);
    for (std::size_t i = thresholds.size(); i-- > 0;)
        gaps[i].above = std::min(lowest[i + 1], i + 1 == thresholds.size() ? infinity : gaps[i + 1].above);
    return gaps;
}

}  // namespace

double rounded_threshold(double threshold, const ThresholdGap& gap) {
    if (with_digits(threshold, few_digits) == threshold) return threshold;
    for (int digits = least_digits; digits < std::numeric_limits<double>::max_digits10; ++digits) {
        const double rounded = with_digits(threshold, digits);
        if (rounded >= gap.below && rounded < gap.above) return rounded;
    }
    return threshold;
}

ThresholdTexts::ThresholdTexts(const Model& model, const std::vector<Column>* rows) : model_(model) {
    if (rows == nullptr) return;
    gaps_.resize(model.tree.nodes.size());
    const auto nodes = nodes_by_feature(model);
    for (FeatureId feature = 0; feature < nodes.size(); ++feature) {
        if (nodes[feature].empty() || !is_number(nodes[feature][0])) continue;
        std::vector<double> thresholds;
        for (const NodeId node : nodes[feature]) thresholds.push_back(model.tree.nodes[node].threshold);
        const std::vector<ThresholdGap> gaps = gaps_of(thresholds, (*rows)[feature]);
        for (std::size_t i = 0; i < gaps.size(); ++i) gaps_[nodes[feature][i]] = gaps[i];
    }
}

bool ThresholdTexts::is_number(NodeId node) const {
    const Node& split = model_.tree.nodes[node];
    return split.kind == SplitKind::threshold && model_.schema.features[split.feature].type == ColumnType::numeric;
}

double ThresholdTexts::rounded(NodeId node) const {
    const double threshold = model_.tree.nodes[node].threshold;
    if (!gaps_.empty() && gaps_[node]) return rounded_threshold(threshold, *gaps_[node]);
    const double usual = with_digits(threshold, usual_digits);
    return is_about(usual, threshold) ? usual : threshold;
}

std::optional<std::string> ThresholdTexts::short_text(NodeId node) const {
    if (!is_number(node)) return std::nullopt;
    const double shown = rounded(node);
    const bool is_short = with_digits(shown, usual_digits) == shown;
    const ColumnReading& reading = model_.schema.features[model_.tree.nodes[node].feature].reading;
    return written_digits(is_short ? number_text(shown) : cut_text(shown), reading);
}

std::optional<std::string> ThresholdTexts::exact_text(NodeId node) const {
    if (!is_number(node)) return std::nullopt;
    const double threshold = model_.tree.nodes[node].threshold;
    const double shown = rounded(node);
    if (shown == threshold && with_digits(shown, usual_digits) == shown) return std::nullopt;
    return number_text(threshold);
}

}  // namespace treewright
