#include "treewright/export/svg_chart.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

std::vector<std::string> tick_texts(const SvgAxis& axis, std::size_t wanted = 6) {
    std::vector<std::string> texts;
    for (const double tick : axis_ticks(axis, wanted)) texts.push_back(tick_text(axis, tick));
    return texts;
}

using Texts = std::vector<std::string>;

TEST(SvgAxis, round_ticks) {
    EXPECT_EQ(tick_texts({"", 0.0, 1.0, false, true}), (Texts{"0 %", "20 %", "40 %", "60 %", "80 %", "100 %"}));
    EXPECT_EQ(tick_texts({"", 0.1, 0.35}), (Texts{"0.1", "0.15", "0.2", "0.25", "0.3", "0.35"}));
    EXPECT_EQ(tick_texts({"", -1.0, 1.0}, 4), (Texts{"-1", "-0.5", "0", "0.5", "1"}));
    EXPECT_EQ(tick_texts({"", 0.0, 45000.0}, 5), (Texts{"0", "10,000", "20,000", "30,000", "40,000"}));
}

TEST(SvgAxis, logarithmic_ticks) {
    EXPECT_EQ(tick_texts({"", 90.0, 2500.0, true}), (Texts{"100", "200", "500", "1,000", "2,000"}));
    EXPECT_EQ(tick_texts({"", 1.0, 1e6, true}), (Texts{"1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"}));
}

TEST(SvgChart, draws_inside_its_axes) {
    SvgChart chart("A <b> & c", "what is seen", {"x", 0.0, 10.0}, {"y", 0.0, 1.0, false, true});
    chart.dot({5.0, 0.5}, 4.0, SvgColor::first);
    chart.error_bar(5.0, 0.25, 0.75, SvgColor::first);
    chart.words({"half", {5.0, 0.5}, 6.0, 0.0, SvgAnchor::start, SvgColor::ink});
    const std::string svg = chart.svg();
    EXPECT_NE(svg.find("A &lt;b&gt; &amp; c"), std::string::npos);
    EXPECT_EQ(svg.find("<b>"), std::string::npos);
    EXPECT_NE(svg.find("prefers-color-scheme: dark"), std::string::npos);
    EXPECT_NE(svg.find("cx=\"318\" cy=\"232\""), std::string::npos);  // the middle of the plot
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace treewright
