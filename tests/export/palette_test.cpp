#include "treewright/export/drawing/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace treewright {
namespace {

using Color = std::array<double, 3>;
using Matrix = std::array<Color, 3>;

Color times(const Matrix& matrix, const Color& color) {
    Color result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * color[j];
    return result;
}

/// Linear light of "#rrggbb".
Color linear(std::string_view hex) {
    Color color{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double value = std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
        color[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    }
    return color;
}

/// Björn Ottosson's Oklab, in which distances are about as large as they look; 0.02 can just be told apart.
Color oklab(Color light) {
    for (double& part : light) part = std::clamp(part, 0.0, 1.0);
    Color cones = times({{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}}, light);
    for (double& part : cones) part = std::cbrt(part);
    return times({{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660}}}, cones);
}

double distance(const Color& a, const Color& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// How linear light is seen without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1).
constexpr Matrix usual = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix protanopia = {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deuteranopia = {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritanopia = {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

double least_distance(const Matrix& eyes, std::size_t colors) {
    double least = 9.0;
    for (std::size_t i = 0; i < colors; ++i)
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(least, distance(oklab(times(eyes, linear(class_colors[i]))), oklab(times(eyes, linear(class_colors[j])))));
    return least;
}

TEST(Palette, colors_differ_for_readers_of_all_kinds) {
    EXPECT_GT(least_distance(usual, class_colors.size()), 0.12);
    EXPECT_GT(least_distance(protanopia, class_colors.size()), 0.10);
    EXPECT_GT(least_distance(deuteranopia, class_colors.size()), 0.10);
    EXPECT_GT(least_distance(tritanopia, class_colors.size()), 0.09);
}

TEST(Palette, the_first_two_differ_most) {
    for (const Matrix& eyes : {usual, protanopia, deuteranopia, tritanopia}) EXPECT_GT(least_distance(eyes, 2), 0.2);
}

TEST(Palette, thirty_classes_have_thirty_paints) {
    std::set<std::pair<std::size_t, Texture>> paints;
    for (std::size_t i = 0; i < distinct_paints; ++i) paints.insert({class_paint(i).color, class_paint(i).texture});
    EXPECT_EQ(distinct_paints, 30U);
    EXPECT_EQ(paints.size(), distinct_paints);
    EXPECT_EQ(class_paint(distinct_paints + 3), class_paint(3));
}

double luminance(std::string_view hex) {
    const Color light = linear(hex);
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}
double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

/// Of a colour on a page, at that opacity, as a browser blends them.
double tinted(std::string_view color, std::string_view page, double opacity) {
    std::string blended = "#";
    for (std::size_t i = 0; i < 3; ++i) {
        const auto part = [i](std::string_view hex) { return std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16); };
        const int value = static_cast<int>(std::lround(opacity * part(color) + (1.0 - opacity) * part(page)));
        constexpr std::string_view digits = "0123456789abcdef";
        blended += digits[static_cast<std::size_t>(value / 16)];
        blended += digits[static_cast<std::size_t>(value % 16)];
    }
    return luminance(blended);
}

/// Web content accessibility guidelines: 4.5 for text.
TEST(Palette, text_is_readable_on_page_boxes_and_tints) {
    for (const Theme& theme : {light_theme, print_theme, dark_theme}) {
        for (const std::string_view text : {theme.ink, theme.soft}) EXPECT_GT(contrast(luminance(text), luminance(theme.page)), 4.5);
        EXPECT_GT(contrast(luminance(theme.ink), luminance(theme.box)), 7.0);
        EXPECT_GT(contrast(luminance(theme.line), luminance(theme.page)), 3.0);
        for (const std::string_view color : class_colors)
            EXPECT_GT(contrast(luminance(theme.ink), tinted(color, theme.page, std::stod(std::string(tint_opacity)))), 7.0);
        EXPECT_GT(contrast(luminance(theme.ink), tinted(class_colors[0], theme.page, deepest_mean)), 4.5);
    }
}

}  // namespace
}  // namespace treewright
