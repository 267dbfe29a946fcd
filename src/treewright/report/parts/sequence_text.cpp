#include "treewright/report/parts/sequence_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t most_plot_lines = 20;
constexpr std::size_t plot_width = 33;
constexpr double normal_95 = 1.959963984540054;

/// The best, the chosen, the first and the last; between them by the number of leaves, each about a third fewer than the one before.
std::vector<std::size_t> shown_members(const FoldReport& folds, std::size_t best) {
    const std::size_t count = folds.members.size();
    const double largest = static_cast<double>(folds.members.front().leaves);
    const double factor = count <= most_plot_lines ? 1.0 : std::pow(largest, 1.0 / static_cast<double>(most_plot_lines - 4));
    std::vector<std::size_t> shown;
    double next = largest;
    for (std::size_t k = 0; k < count; ++k) {
        const auto leaves = static_cast<double>(folds.members[k].leaves);
        const bool stands_out = k == best || k == folds.chosen || k + 1 == count;
        if (!stands_out && leaves > next) continue;
        shown.push_back(k);
        next = std::min(next, leaves) / factor;
    }
    return shown;
}

/// Figures of the plot: what a reader knows as the error, and its reach to both sides.
struct Bar {
    double low = 0.0;
    double middle = 0.0;
    double high = 0.0;
};

Bar bar_of(Task task, const FoldReport& folds, std::size_t member) {
    const CurvePoint& point = folds.points[member];
    const auto figure = [&](double loss) {
        const double scaled = std::max(0.0, loss) / folds.unit;
        return task == Task::regression ? std::sqrt(scaled) : scaled;
    };
    return {figure(point.loss - point.standard_error), figure(point.loss), figure(point.loss + point.standard_error)};
}

std::string drawn_bar(const Bar& bar, double low, double high) {
    const auto place = [&](double value) {
        const double share = high > low ? (value - low) / (high - low) : 0.0;
        return std::min(plot_width - 1, static_cast<std::size_t>(std::lround(share * static_cast<double>(plot_width - 1))));
    };
    std::string line(plot_width, ' ');
    for (std::size_t i = place(bar.low); i <= place(bar.high); ++i) line[i] = '-';
    line[place(bar.middle)] = 'o';
    return line;
}

std::string bar_value(Task task, const FoldReport& folds, const Bar& bar) {
    const double reach = (bar.high - bar.low) / 2.0;
    if (task == Task::regression || folds.is_cost) return fmt::format("{:.4g} ± {:.2g}", bar.middle, reach);
    return fmt::format("{} ± {} %", fixed_text(100.0 * bar.middle, 1), fixed_text(100.0 * reach, 1));
}

}  // namespace

FoldFigure fold_figure(Task task, const FoldReport& folds, std::size_t member) {
    const CurvePoint& point = folds.points[member];
    const double value = point.loss / folds.unit;
    const double reach = normal_95 * point.standard_error / folds.unit / std::sqrt(folds.rows_per_weight);
    const Interval plain{std::max(0.0, value - reach), value + reach};
    if (task == Task::regression)
        return {"root_mean_squared_error", std::sqrt(value), {std::sqrt(plain.low), std::sqrt(plain.high)}};
    if (folds.is_cost) return {"mean_cost", value, plain};
    // Wilson's where every row counts the same: near 0 the plain one is too narrow.
    if (folds.is_weighted) return {"weighted_error_rate", value, plain};
    return {"error_rate", value, wilson_interval(value, folds.weight * folds.rows_per_weight)};
}

std::string fold_figure_text(const FoldFigure& figure) {
    if (figure.measure.ends_with("error_rate"))
        return fmt::format("{} % ({} to {} %)", fixed_text(100.0 * figure.value, 1), fixed_text(100.0 * figure.interval.low, 1),
                           fixed_text(100.0 * figure.interval.high, 1));
    return fmt::format("{} ({} to {})", figure_text(figure.value), figure_text(figure.interval.low),
                       figure_text(figure.interval.high));
}

std::string sequence_plot(Task task, const FoldReport& folds, const Spelling& spelling) {
    const auto by_loss = [](const CurvePoint& a, const CurvePoint& b) { return a.loss < b.loss; };
    const auto best = index_in(folds.points, std::min_element(folds.points.begin(), folds.points.end(), by_loss));
    const std::vector<std::size_t> shown = shown_members(folds, best);
    double low = bar_of(task, folds, best).low;
    double high = low;
    for (const std::size_t k : shown) high = std::max(high, bar_of(task, folds, k).high);
    std::string text = fmt::format("{:>10}  {:>7}  {:>16}\n", "alpha", "leaves", "error ± SE");
    for (const std::size_t k : shown) {
        const Bar bar = bar_of(task, folds, k);
        const std::string value = bar_value(task, folds, bar);
        const std::string mark = k == best ? " least" : k == folds.chosen ? " 1 SE" : "";
        std::string line = fmt::format("{:>10.3g}  {:>7}  {:>16}  {}{}", folds.members[k].alpha, folds.members[k].leaves, value,
                                       drawn_bar(bar, low, high), mark);
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    if (shown.size() < folds.members.size())
        text += fmt::format("{} of {} trees; {} has them all\n", shown.size(), folds.members.size(), spelling({"json"}));
    return text;
}

}  // namespace treewright
