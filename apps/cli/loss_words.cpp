#include "cli/loss_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"

namespace treewright::cli {

std::string loss_name(LossKind kind) {
    return kind == LossKind::error_rate ? "error" : kind == LossKind::mean_cost ? "mean cost" : "RMSE";
}

std::string loss_key(LossKind kind) {
    return kind == LossKind::error_rate ? "error_rate" : kind == LossKind::mean_cost ? "mean_cost" : "root_mean_squared_error";
}

std::string loss_text(LossKind kind, double loss) {
    return kind == LossKind::error_rate ? fixed_text(100.0 * loss, 1) + " %" : fmt::format("{:.4g}", loss);
}

std::string interval_text(LossKind kind, const Interval& interval) {
    if (kind == LossKind::error_rate)
        return fmt::format("{} to {} %", fixed_text(100.0 * interval.low, 1), fixed_text(100.0 * interval.high, 1));
    return fmt::format("{:.4g} to {:.4g}", interval.low, interval.high);
}

std::string loss_text(LossKind kind, const Figure& figure) {
    const std::string value = loss_text(kind, figure.value);
    return figure.has_interval() ? fmt::format("{} ({})", value, interval_text(kind, figure.interval)) : value;
}

std::string baseline_words(const TrainingSet& set, const HeldOutPredictions& held_out) {
    if (set.task() == Task::regression) return "the mean alone";
    const std::vector<std::int32_t>& labels = held_out.baselines.labels;
    const bool one = std::all_of(labels.begin(), labels.end(), [&](std::int32_t label) { return label == labels.front(); });
    return one ? fmt::format("always '{}'", set.target.schema.levels[static_cast<std::size_t>(labels.front())])
               : "the majority class";
}

}  // namespace treewright::cli
