#include "treewright/report/parts/sequence_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/export/svg_chart.h"
#include "treewright/report/parts/sequence_text.h"

namespace treewright {

namespace {

struct SequenceCurve {
    std::vector<SvgPoint> middle;  ///< by rising number of leaves
    std::vector<SvgPoint> low;     ///< one standard error below
    std::vector<SvgPoint> high;
};

/// Trees of the same size with a larger alpha replace each other.
SequenceCurve curve_of(Task task, const FoldReport& folds) {
    SequenceCurve curve;
    for (std::size_t k = folds.members.size(); k-- > 0;) {
        const auto leaves = static_cast<double>(folds.members[k].leaves);
        const CurvePoint& point = folds.points[k];
        const auto figure = [&](double loss) {
            const double scaled = std::max(0.0, loss) / folds.unit;
            return task == Task::regression ? std::sqrt(scaled) : scaled;
        };
        curve.middle.push_back({leaves, figure(point.loss)});
        curve.low.push_back({leaves, figure(point.loss - point.standard_error)});
        curve.high.push_back({leaves, figure(point.loss + point.standard_error)});
    }
    return curve;
}

std::size_t best_of(const FoldReport& folds) {
    const auto by_loss = [](const CurvePoint& a, const CurvePoint& b) { return a.loss < b.loss; };
    return index_in(folds.points, std::min_element(folds.points.begin(), folds.points.end(), by_loss));
}

std::string axis_title(Task task, const FoldReport& folds) {
    return task == Task::regression ? "root mean squared error" : folds.is_cost ? "mean cost" : "error";
}

std::string leaves_words(std::size_t leaves) { return leaves == 1 ? "1 leaf" : fmt::format("{} leaves", leaves); }

}  // namespace

std::string sequence_words(Task task, const FoldReport& folds) {
    const std::size_t best = best_of(folds);
    return fmt::format("Cross-validated {} of the {} trees of the cost-complexity sequence, from {} to the root alone. Least: {} with {}. Chosen: {} "
                       "with {}.",
                       axis_title(task, folds), folds.members.size(), leaves_words(folds.members.front().leaves),
                       fold_figure_text(fold_figure(task, folds, best)), leaves_words(folds.members[best].leaves),
                       fold_figure_text(fold_figure(task, folds, folds.chosen)), leaves_words(folds.members[folds.chosen].leaves));
}

std::string sequence_svg(Task task, const FoldReport& folds) {
    const SequenceCurve curve = curve_of(task, folds);
    double top = 0.0;
    for (const SvgPoint& point : curve.high) top = std::max(top, point.y);
    const auto most = static_cast<double>(folds.members.front().leaves);
    const bool percent = task == Task::classification && !folds.is_cost;
    SvgChart chart("Error by the size of the tree", sequence_words(task, folds), {"leaves", 0.9, std::max(2.0, 1.1 * most), true, false},
                   {axis_title(task, folds), 0.0, top > 0.0 ? 1.05 * top : 1.0, false, percent});
    chart.band(curve.low, curve.high, SvgColor::first);
    chart.line(curve.middle, SvgColor::first);
    for (const SvgPoint& point : curve.middle) chart.dot(point, 2.0, SvgColor::first);
    const std::size_t best = best_of(folds);
    const auto marked = [&](std::size_t member, double radius, SvgColor color, std::string_view word) {
        const SvgPoint& point = curve.middle[folds.members.size() - 1 - member];
        chart.dot(point, radius, color);
        chart.label(fmt::format("{}: {}", word, leaves_words(folds.members[member].leaves)), point.y, color);
    };
    if (best != folds.chosen) marked(best, 4.0, SvgColor::second, "least");
    marked(folds.chosen, 5.0, SvgColor::first, "chosen");
    chart.caption(fmt::format("Cross-validated by {} folds; band: one standard error to both sides.", folds.folds));
    return chart.svg();
}

}  // namespace treewright
