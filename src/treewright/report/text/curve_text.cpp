// A learning curve as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "treewright/export/wording.h"
#include "treewright/report/curve_report.h"
#include "treewright/report/page.h"
#include "treewright/report/text/curve_words.h"
#include "treewright/report/text/plan_text.h"

namespace treewright {

namespace {

constexpr std::size_t widest_plot = 32;
constexpr std::size_t narrowest_plot = 16;

/// What the lines of the plot span, and how wide they are.
struct Span {
    double low = 0.0;
    double high = 1.0;
    std::size_t width = widest_plot;

    [[nodiscard]] std::size_t place(double value) const {
        const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
        return static_cast<std::size_t>(std::lround(share * static_cast<double>(width - 1)));
    }
};

Span span_of(const CurveResult& result) {
    Span span{result.training.front().value, result.test.front().value};
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        span.low = std::min({span.low, result.training[i].value, drawn_interval(result.test[i]).low, result.test[i].value});
        span.high = std::max({span.high, drawn_interval(result.test[i]).high, result.test[i].value});
    }
    if (!(span.high > span.low)) span.high = span.low + 1.0;
    return span;
}

std::string drawn(const Figure& test, const Figure& training, const Span& span) {
    std::string line(span.width, ' ');
    if (test.has_interval())
        for (std::size_t i = span.place(test.interval.low); i <= span.place(test.interval.high); ++i) line[i] = '-';
    line[span.place(training.value)] = 't';
    line[span.place(test.value)] = 'o';
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

/// The ends of the scale, over the plot.
std::string scale_text(const LossStyle& style, const Span& span) {
    const std::string low = loss_text(style, span.low), high = loss_text(style, span.high);
    const std::size_t taken = low.size() + high.size();
    return low + std::string(span.width > taken ? span.width - taken : 1, ' ') + high;
}

/// The rows of the table without the plot.
std::vector<std::vector<std::string>> curve_cells(const CurveResult& result) {
    const LossStyle style = style_of(result);
    std::vector<std::vector<std::string>> cells = {{"rows", "training", "test (95 % interval)"}};
    for (std::size_t i = 0; i < result.test.size(); ++i)
        cells.push_back({count_text(std::round(result.curve.sizes[i].rows)), loss_text(style, result.training[i].value),
                         loss_text(style, result.test[i])});
    return cells;
}

std::string curve_table(const CurveResult& result) {
    const std::vector<std::vector<std::string>> cells = curve_cells(result);
    std::array<std::size_t, 3> widths = {9, 9, 25};
    for (const auto& row : cells)
        for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    const std::size_t taken = widths[0] + widths[1] + widths[2] + 4;
    Span span = span_of(result);
    span.width = std::clamp(page_width - std::min(page_width, taken), narrowest_plot, widest_plot);
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text +=
            fmt::format("{:>{}} {:>{}} {:>{}}  {}\n", cells[i][0], widths[0], cells[i][1], widths[1], cells[i][2], widths[2],
                        i == 0 ? scale_text(style_of(result), span) : drawn(result.test[i - 1], result.training[i - 1], span));
    return text;
}

}  // namespace

std::string projection_sentence(const CurveResult& result, const Spelling& spelling) {
    const LossStyle style = style_of(result);
    const Projection& projection = result.projection;
    const std::string name = loss_name(style.kind);
    switch (projection.verdict) {
        case Projection::Verdict::unclear:
            return fmt::format(
                "What more rows would bring cannot be estimated: the {} does not fall steadily enough to fit a power law. More "
                "{} may help.",
                name, spelling({"repeats"}));
        case Projection::Verdict::flat:
            return fmt::format("By the fitted curve, doubling the rows would change little: the {} stays at about {}.", name,
                               loss_text(style, projection.twice));
        case Projection::Verdict::falls: break;
    }
    return fmt::format("By the fitted curve, doubling the {} rows would lower the {} from {} to about {}.",
                       count_text(result.curve.table_rows), name, loss_text(style, projection.now),
                       loss_text(style, projection.twice));
}

std::string curve_text(const CurveResult& result, const Spelling& spelling) {
    const CurvePlan& plan = result.plan;
    const ResamplingPlan splits{Scheme::holdout, 0, plan.repeats, plan.held_out, plan.stratified, plan.seed};
    const LossKind kind = result.curve.kind;
    return summary_paragraph(plan_heading(result.table, splits)) + "\n" + curve_table(result) + "\n" +
           summary_paragraph(projection_sentence(result, spelling)) +
           summary_paragraph(fmt::format("{} on the held-out rows (o, with its interval) and on the training rows (t); {}: {}. "
                                         "Intervals in the table are Nadeau-Bengio's, because the splits share rows.{}",
                                         loss_name(kind) == "error" ? "Error" : loss_name(kind), baseline_words(kind),
                                         loss_text(style_of(result), result.curve.baseline),
                                         result.has_law() ? " The extrapolation has no interval." : ""));
}

}  // namespace treewright
