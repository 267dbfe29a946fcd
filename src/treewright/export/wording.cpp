#include "treewright/export/wording.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"

namespace treewright {

namespace {

std::string without_trailing_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string p_text(double p) {
    if (p > 0.0 && p < 0.0005) return fmt::format("{:.1e}", p);
    return fixed_text(p, 3);
}

}  // namespace

std::string count_text(double weight) {
    if (weight == std::floor(weight) || weight >= 1e6) return number_text(std::round(weight));
    if (weight < 0.001) return fmt::format("{:.2e}", weight);
    return without_trailing_zeros(fixed_text(weight, weight < 1.0 ? 4 : 2));
}

std::string rows_text(double weight) { return count_text(weight) + (weight == 1.0 ? " row" : " rows"); }

std::string figure_text(double value) {
    if (value < 0.0) return "−" + figure_text(-value);
    if (value != 0.0 && value < 1e-6) return fmt::format("{:.1e}", value);
    if (value != 0.0 && value < 0.0005) return fixed_text(value, 1 - static_cast<int>(std::floor(std::log10(value))));
    if (value < 1000.0) return fixed_text(value, 3);
    if (value < 1e6) return without_trailing_zeros(fixed_text(value, value < 1e4 ? 2 : 1));
    return value < 1e9 ? fixed_text(value, 0) : fmt::format("{:.6g}", value);
}

std::optional<int> decimals_for(double spread) {
    if (!(spread > 0.0) || !std::isfinite(spread)) return std::nullopt;
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(spread)));
    if (decimals > 10) return std::nullopt;
    return std::max(decimals, 0);
}

std::string value_with_decimals(double value, std::optional<int> decimals) {
    return decimals && std::abs(value) < 1e15 ? fixed_text(value, *decimals) : readable_number(value);
}

std::vector<std::size_t> classes_by_weight(std::span<const double> weights, ClassId first) {
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < weights.size(); ++c)
        if (weights[c] > 0.0) order.push_back(c);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (weights[a] != weights[b]) return weights[a] > weights[b];
        return a == first && b != first;
    });
    return order;
}

std::string class_count_text(double weight, const std::string& name) {
    const std::size_t sign = !name.empty() && (name[0] == '-' || name[0] == '+') ? 1 : 0;
    const bool like_number = name.size() > sign && name[sign] >= '0' && name[sign] <= '9';
    if (like_number) return fmt::format("{}: {}", shown_name(name), count_text(weight));
    return fmt::format("{} {}", count_text(weight), shown_name(name));
}

namespace {

/// `listed(class)` is the text of one; two or more that do not fit are counted.
template <class Listed>
std::string counts_within(const std::vector<std::size_t>& order, std::size_t width, const Listed& listed) {
    constexpr std::size_t reserve = 9;  // ", … 9 more"
    std::string text;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::string next = (i == 0 ? "" : ", ") + listed(order[i]);
        const bool last = i + 1 == order.size();
        const bool is_full = width != any_width && display_width(text) + display_width(next) + (last ? 0 : reserve) > width;
        // "… 1 more" would hide a count where its class takes little more room.
        if (i > 0 && is_full && !last) return text + fmt::format(", … {} more", order.size() - i);
        text += next;
    }
    return text;
}

}  // namespace

std::string whole_class_counts_text(const std::vector<std::string>& classes, std::span<const double> weights, ClassId first,
                                    std::size_t width) {
    return counts_within(classes_by_weight(weights, first), width,
                         [&](std::size_t c) { return class_count_text(weights[c], classes[c]); });
}

std::string class_counts_text(const std::vector<std::string>& classes, std::span<const double> weights, ClassId first,
                              std::size_t width) {
    constexpr std::size_t short_name = 14;
    const std::vector<std::size_t> order = classes_by_weight(weights, first);
    const std::string whole = whole_class_counts_text(classes, weights, first, width);
    if (width == any_width || display_width(whole) <= width) return whole;
    return counts_within(order, width, [&](std::size_t c) {
        return class_count_text(weights[c], shortened_among(classes[c], short_name, classes));
    });
}

std::string class_list_text(const std::vector<std::string>& classes, std::span<const double> weights) {
    constexpr std::size_t few = 6;
    if (classes_by_weight(weights, no_class).size() > few) return class_counts_text(classes, weights, no_class, 60);
    std::string text;
    for (std::size_t c = 0; c < classes.size(); ++c)
        if (weights[c] > 0.0) text += (text.empty() ? "" : ", ") + class_count_text(weights[c], classes[c]);
    return text;
}

std::string bar_text(double share, std::size_t cells) {
    auto full = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(cells)));
    if (share > 0.0 && full == 0) full = 1;
    if (share < 1.0 && full == cells) full = cells - 1;
    std::string bar;
    for (std::size_t i = 0; i < cells; ++i) bar += i < full ? "█" : "░";
    return bar;
}

std::string percent_text(double share) { return fixed_text(100.0 * share, 1) + " %"; }

std::string whole_percent(double share) {
    const double percent = 100.0 * share;
    const bool hides = (percent > 0.0 && percent < 0.5) || (percent < 100.0 && percent >= 99.5);
    return fixed_text(percent, hides ? 1 : 0) + " %";
}

double adjusted_p_value(const NodeTest& test) { return std::min(1.0, test.tests_at_node * test.p_value); }

std::string test_text(const NodeTest& test, bool adjusted) {
    std::string text = (test.approximate ? "p ≈ " : "p = ") + p_text(test.p_value);
    if (adjusted) text += ", m·p = " + p_text(adjusted_p_value(test));
    return text;
}

}  // namespace treewright
