// A chart as SVG: axes with ticks, lines, bands, dots with error bars, words. Light or dark by the reader's colour scheme; every colour has a
// word next to it, so that nothing depends on colour alone.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

struct SvgAxis {
    std::string title;
    double low = 0.0;
    double high = 1.0;         ///< above `low`
    bool logarithmic = false;  ///< then `low` is above 0
    bool percent = false;      ///< 0.25 is written 25 %
};

struct SvgPoint {
    double x = 0.0;
    double y = 0.0;
};

/// Which of the colours; `ink` is that of words and axes, `pale` that of the grid.
enum class SvgColor { ink, pale, first, second, third };
enum class SvgStroke { solid, dashed };
enum class SvgAnchor { start, middle, end };

class SvgChart {
public:
    /// `description` is the text alternative of the chart.
    SvgChart(std::string title, std::string description, SvgAxis x, SvgAxis y);

    void line(std::span<const SvgPoint> points, SvgColor color, SvgStroke stroke = SvgStroke::solid);
    /// Between two lines over the same x.
    void band(std::span<const SvgPoint> low, std::span<const SvgPoint> high, SvgColor color);
    void dot(SvgPoint at, double radius, SvgColor color);
    /// From low to high at x.
    void error_bar(double x, double low, double high, SvgColor color);
    /// Words at a place of the plot, moved by that many pixels (down and right are positive).
    struct Words {
        std::string text;
        SvgPoint at;
        double right = 0.0;
        double down = 0.0;
        SvgAnchor anchor = SvgAnchor::start;
        SvgColor color = SvgColor::ink;
    };
    void words(const Words& words);
    /// Words right of the plot at the height of what they name; those that would cover each other are moved apart.
    void label(std::string text, double y, SvgColor color) { labels_.push_back({std::move(text), y, color}); }
    /// Lines below the chart.
    void caption(std::string_view text);

    [[nodiscard]] std::string svg() const;

private:
    [[nodiscard]] double left_of(double x) const;
    [[nodiscard]] double top_of(double y) const;
    [[nodiscard]] std::string axes() const;
    [[nodiscard]] std::string labels() const;

    struct Label {
        std::string text;
        double y = 0.0;
        SvgColor color = SvgColor::ink;
    };

    std::string title_;
    std::string description_;
    SvgAxis x_;
    SvgAxis y_;
    std::vector<Label> labels_;
    std::vector<std::string> captions_;
    std::string drawn_;
};

/// Round numbers from `low` to `high`, about `wanted` of them: steps of 1, 2 or 5 times a power of ten; on a logarithmic axis 1, 2 and 5
/// times powers of ten, or powers of ten alone where these are many.
[[nodiscard]] std::vector<double> axis_ticks(const SvgAxis& axis, std::size_t wanted);
/// The label of a tick: "25 %", "0.5", "20,000".
[[nodiscard]] std::string tick_text(const SvgAxis& axis, double value);

}  // namespace treewright
