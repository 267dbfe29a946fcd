#include "treewright/export/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/xml_text.h"

namespace treewright {

namespace {

constexpr double width = 720.0;
constexpr double height = 472.0;
constexpr double plot_left = 76.0;
constexpr double plot_right = 560.0;  // labels of lines are to the right of it
constexpr double plot_top = 60.0;
constexpr double plot_bottom = 404.0;
constexpr double font_size = 13.0;
constexpr double caption_step = 18.0;
constexpr double label_step = 17.0;
constexpr std::size_t caption_columns = 94;
constexpr std::size_t chart_title_columns = 64;

constexpr std::string_view style = R"(<style>
  .page { fill: #ffffff } .ink { fill: #1f2328 } .pale { fill: #d5d9de } .first { fill: #0a5cb8 } .second { fill: #b34700 } .third { fill: #4d7a1f }
  .ink-line { stroke: #1f2328 } .pale-line { stroke: #d5d9de } .first-line { stroke: #0a5cb8 } .second-line { stroke: #b34700 } .third-line { stroke: #4d7a1f }
  text { font-family: system-ui, "DejaVu Sans", sans-serif; font-size: 13px } .title { font-size: 16px; font-weight: 600 }
  .shape { fill: none; stroke-width: 2 } .grid { stroke-width: 1 } .area { opacity: 0.2 } .dashed { stroke-dasharray: 6 5 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #15181c } .ink { fill: #e4e7eb } .pale { fill: #3a4048 } .first { fill: #7ab8ff } .second { fill: #ffac66 } .third { fill: #a9d66f }
    .ink-line { stroke: #e4e7eb } .pale-line { stroke: #3a4048 } .first-line { stroke: #7ab8ff } .second-line { stroke: #ffac66 } .third-line { stroke: #a9d66f }
  }
</style>
)";

std::string_view class_of(SvgColor color) {
    constexpr std::array<std::string_view, 5> names = {"ink", "pale", "first", "second", "third"};
    return names[static_cast<std::size_t>(color)];
}

/// Pixels with two decimals at most.
std::string pixels(double value) { return number_text(std::round(value * 100.0) / 100.0); }

std::string line_element(std::array<double, 4> ends, std::string_view classes) {
    return fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", classes, pixels(ends[0]),
                       pixels(ends[1]), pixels(ends[2]), pixels(ends[3]));
}

std::string text_element(double left, double top, SvgAnchor anchor, std::string_view classes, std::string_view text) {
    constexpr std::array<std::string_view, 3> anchors = {"start", "middle", "end"};
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", classes, pixels(left),
                       pixels(top), anchors[static_cast<std::size_t>(anchor)], xml_text(text));
}

/// 0 at the low end, 1 at the high end.
double share_of(const SvgAxis& axis, double value) {
    if (axis.logarithmic) return std::log(value / axis.low) / std::log(axis.high / axis.low);
    return (value - axis.low) / (axis.high - axis.low);
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1.0 - 1e-9)) return factor * power;
    return 10.0 * power;
}

std::vector<double> logarithmic_ticks(const SvgAxis& axis, std::size_t wanted) {
    const bool many = std::log10(axis.high / axis.low) * 3.0 > 1.5 * static_cast<double>(wanted);
    std::vector<double> ticks;
    for (double power = std::pow(10.0, std::floor(std::log10(axis.low))); power <= axis.high; power *= 10.0)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = factor * power;
            const bool inside = tick >= axis.low * (1.0 - 1e-9) && tick <= axis.high * (1.0 + 1e-9);
            if (inside && (factor == 1.0 || !many)) ticks.push_back(tick);
        }
    return ticks;
}

std::string with_thousands(std::string digits) {
    for (std::size_t place = digits.size(); place > 3 + (digits[0] == '-' ? 1U : 0U);) digits.insert(place -= 3, ",");
    return digits;
}

}  // namespace

std::vector<double> axis_ticks(const SvgAxis& axis, std::size_t wanted) {
    if (axis.logarithmic) return logarithmic_ticks(axis, wanted);
    const double step = round_step((axis.high - axis.low) / static_cast<double>(wanted));
    std::vector<double> ticks;
    for (double multiple = std::ceil(axis.low / step - 1e-9); multiple * step <= axis.high + 1e-9 * step; multiple += 1.0)
        ticks.push_back(multiple * step);
    return ticks;
}

std::string tick_text(const SvgAxis& axis, double value) {
    const double shown = axis.percent ? 100.0 * value : value;
    const double rounded = std::round(shown * 1e9) / 1e9;  // 0.30000000000000004 is a step that was multiplied
    const std::string digits = std::abs(shown) < 1e-6 && shown != 0.0 ? number_text(shown) : number_text(rounded + 0.0);
    const bool whole = digits.find_first_not_of("-0123456789") == std::string::npos;
    return (whole ? with_thousands(digits) : digits) + (axis.percent ? " %" : "");
}

SvgChart::SvgChart(std::string title, std::string description, SvgAxis x, SvgAxis y)
    : title_(std::move(title)), description_(std::move(description)), x_(std::move(x)), y_(std::move(y)) {}

double SvgChart::left_of(double x) const { return plot_left + share_of(x_, x) * (plot_right - plot_left); }
double SvgChart::top_of(double y) const { return plot_bottom - share_of(y_, y) * (plot_bottom - plot_top); }

void SvgChart::line(std::span<const SvgPoint> points, SvgColor color, SvgStroke stroke) {
    std::string places;
    for (const SvgPoint& point : points)
        places += fmt::format("{}{},{}", places.empty() ? "" : " ", pixels(left_of(point.x)), pixels(top_of(point.y)));
    drawn_ += fmt::format("<polyline class=\"shape {}-line{}\" points=\"{}\"/>\n", class_of(color),
                          stroke == SvgStroke::dashed ? " dashed" : "", places);
}

void SvgChart::band(std::span<const SvgPoint> low, std::span<const SvgPoint> high, SvgColor color) {
    std::string places;
    for (const SvgPoint& point : low) places += fmt::format("{},{} ", pixels(left_of(point.x)), pixels(top_of(point.y)));
    for (auto point = high.rbegin(); point != high.rend(); ++point)
        places += fmt::format("{},{} ", pixels(left_of(point->x)), pixels(top_of(point->y)));
    if (!places.empty()) places.pop_back();
    drawn_ += fmt::format("<polygon class=\"area {}\" points=\"{}\"/>\n", class_of(color), places);
}

void SvgChart::dot(SvgPoint at, double radius, SvgColor color) {
    drawn_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", class_of(color), pixels(left_of(at.x)),
                          pixels(top_of(at.y)), pixels(radius));
}

void SvgChart::error_bar(double x, double low, double high, SvgColor color) {
    const std::string classes = fmt::format("shape {}-line", class_of(color));
    const double left = left_of(x);
    drawn_ += line_element({left, top_of(low), left, top_of(high)}, classes);
    for (const double end : {low, high}) drawn_ += line_element({left - 4.0, top_of(end), left + 4.0, top_of(end)}, classes);
}

void SvgChart::words(const Words& words) {
    drawn_ += text_element(left_of(words.at.x) + words.right, top_of(words.at.y) + words.down, words.anchor,
                           class_of(words.color), words.text);
}

void SvgChart::caption(std::string_view text) {
    std::istringstream lines(wrapped(text, caption_columns, 0));
    for (std::string line; std::getline(lines, line);) captions_.push_back(line);
}

std::string SvgChart::labels() const {
    std::vector<std::pair<double, const Label*>> placed;
    for (const Label& label : labels_) placed.emplace_back(std::clamp(top_of(label.y), plot_top, plot_bottom), &label);
    std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 1; i < placed.size(); ++i)  // down where there is room, then up from the lower edge
        placed[i].first = std::max(placed[i].first, placed[i - 1].first + label_step);
    double lowest = plot_bottom;
    for (auto place = placed.rbegin(); place != placed.rend(); ++place, lowest -= label_step)
        lowest = place->first = std::min(place->first, lowest);
    std::string text;
    for (const auto& [top, label] : placed)
        text += text_element(plot_right + 8.0, top + 4.5, SvgAnchor::start, class_of(label->color), label->text);
    return text;
}

std::string SvgChart::axes() const {
    std::string text;
    for (const double tick : axis_ticks(x_, 6)) {
        text += line_element({left_of(tick), plot_top, left_of(tick), plot_bottom}, "grid pale-line");
        text += text_element(left_of(tick), plot_bottom + 20.0, SvgAnchor::middle, "ink", tick_text(x_, tick));
    }
    for (const double tick : axis_ticks(y_, 6)) {
        text += line_element({plot_left, top_of(tick), plot_right, top_of(tick)}, "grid pale-line");
        text += text_element(plot_left - 8.0, top_of(tick) + 4.5, SvgAnchor::end, "ink", tick_text(y_, tick));
    }
    text += line_element({plot_left, plot_bottom, plot_right, plot_bottom}, "grid ink-line");
    text += line_element({plot_left, plot_top, plot_left, plot_bottom}, "grid ink-line");
    text += text_element((plot_left + plot_right) / 2.0, plot_bottom + 42.0, SvgAnchor::middle, "ink", x_.title);
    text += text_element(plot_left - 8.0, plot_top - 12.0, SvgAnchor::start, "ink", y_.title);
    return text;
}

std::string SvgChart::svg() const {
    const double total = height + caption_step * static_cast<double>(captions_.size());
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "aria-labelledby=\"title description\">\n<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n",
        pixels(width), pixels(total), xml_text(title_), xml_text(description_));
    text += style;
    text += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", pixels(width), pixels(total));
    text += text_element(16.0, 24.0, SvgAnchor::start, "ink title", shortened(title_, chart_title_columns));
    text += axes() + drawn_ + labels();
    for (std::size_t i = 0; i < captions_.size(); ++i)
        text += text_element(16.0, height + caption_step * static_cast<double>(i), SvgAnchor::start, "ink", captions_[i]);
    return text + "</svg>\n";
}

}  // namespace treewright
