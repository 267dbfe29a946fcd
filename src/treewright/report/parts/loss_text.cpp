#include "treewright/report/parts/loss_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr int most_decimals = 8;  // of losses below 1e-4

/// Only what would take more digits than anyone reads has an exponent.
std::string number_of(const LossStyle& style, double value) {
    if (std::abs(value) >= 1e9 || style.decimals >= most_decimals)
        return (value < 0.0 ? "−" : "") + fmt::format("{:.3e}", std::abs(value));
    return signed_text(value, style.decimals);
}

}  // namespace

std::string loss_name(LossKind kind) {
    return kind == LossKind::error_rate ? "error" : kind == LossKind::mean_cost ? "mean cost" : "RMSE";
}

std::string loss_key(LossKind kind) {
    return kind == LossKind::error_rate ? "error_rate" : kind == LossKind::mean_cost ? "mean_cost" : "root_mean_squared_error";
}

LossStyle loss_style(LossKind kind, double typical) {
    if (kind == LossKind::error_rate) return {kind, 1};
    const double size = std::abs(typical);
    if (!(size > 0.0) || !std::isfinite(size)) return {kind, 3};
    const int four_digits = 3 - static_cast<int>(std::floor(std::log10(size)));
    const int least = size >= 1e6 ? 0 : size >= 1e4 ? 1 : size >= 1e3 ? 2 : 3;
    return {kind, std::clamp(four_digits, least, most_decimals)};
}

LossStyle loss_style(LossKind kind, const std::vector<double>& losses) {
    double least = 0.0;
    for (const double loss : losses)
        if (loss > 0.0 && (least == 0.0 || loss < least)) least = loss;
    return loss_style(kind, least);
}

std::string signed_text(double value, int decimals) {
    const std::string text = fixed_text(value, decimals);
    return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string loss_text(const LossStyle& style, double loss) {
    return style.kind == LossKind::error_rate ? fixed_text(100.0 * loss, style.decimals) + " %" : number_of(style, loss);
}

std::string interval_text(const LossStyle& style, const Interval& interval) {
    if (style.kind == LossKind::error_rate)
        return fmt::format("{} to {} %", fixed_text(100.0 * interval.low, 1), fixed_text(100.0 * interval.high, 1));
    return fmt::format("{} to {}", number_of(style, interval.low), number_of(style, interval.high));
}

std::string loss_text(const LossStyle& style, const Figure& figure) {
    const std::string value = loss_text(style, figure.value);
    return figure.has_interval() ? fmt::format("{} ({})", value, interval_text(style, figure.interval)) : value;
}

std::string difference_text(const LossStyle& style, double difference) {
    const std::string text =
        style.kind == LossKind::error_rate ? signed_text(100.0 * difference, style.decimals) : number_of(style, difference);
    const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
    return difference > 0.0 && !is_zero ? "+" + text : text;
}

std::string baseline_words(LossKind kind) {
    if (kind == LossKind::root_mean_squared_error) return "the mean alone";
    return kind == LossKind::mean_cost ? "the cheapest class" : "the majority class";
}

std::string baseline_words(const TableFacts& table, const CrossValidation& validation) {
    const std::vector<ClassId>& labels = validation.held_out.baselines.labels;
    const bool one =
        !labels.empty() && std::all_of(labels.begin(), labels.end(), [&](ClassId label) { return label == labels.front(); });
    return one ? fmt::format("always '{}'", table.classes[labels.front()]) : baseline_words(validation.kind);
}

}  // namespace treewright
