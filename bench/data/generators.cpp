#include "bench/data/generators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "bench/data/random.h"

namespace bench {

namespace {

/// A multiple of 10^-decimals, so that the text of the CSV file is short and means the same number.
float rounded(double value, int decimals) {
    const double scale = decimals == 6 ? 1e6 : 1e4;
    return static_cast<float>(std::floor(value * scale + 0.5) / scale);
}

RawColumn number_column(std::string name, std::size_t rows, int decimals = 6) {
    RawColumn column;
    column.name = std::move(name);
    column.decimals = decimals;
    column.values.resize(rows);
    return column;
}

RawColumn code_column(std::string name, std::size_t rows, int levels) {
    RawColumn column;
    column.name = std::move(name);
    column.levels = levels;
    column.codes.resize(rows);
    return column;
}

RawTable number_table(std::size_t rows, std::size_t features, RawColumn target) {
    RawTable table;
    table.rows = rows;
    for (std::size_t i = 0; i < features; ++i) table.features.push_back(number_column(fmt::format("x{:02}", i), rows));
    table.target = std::move(target);
    return table;
}

/// Clouds of points, several to a class, that overlap; one label in twenty is wrong. A fifth of the features are noise only.
RawTable clouds(Random random, std::size_t rows, std::size_t features, int classes, int clouds_of_class) {
    RawTable table = number_table(rows, features, code_column("class", rows, classes));
    const int clouds = classes * clouds_of_class;
    Random place(7);  // the same centres for training and test rows
    std::vector<double> centres(static_cast<std::size_t>(clouds) * features);
    for (double& centre : centres) centre = place.bell();
    for (std::size_t row = 0; row < rows; ++row) {
        const auto cloud = random.below(static_cast<std::uint32_t>(clouds));
        for (std::size_t i = 0; i < features; ++i) {
            const double centre = i % 5 == 4 ? 0.0 : centres[cloud * features + i];
            table.features[i].values[row] = rounded(centre + 1.5 * random.bell(), 6);
        }
        const auto wrong = random.chance(0.05) ? random.below(static_cast<std::uint32_t>(classes)) : 0;
        table.target.codes[row] = static_cast<std::int32_t>((cloud + wrong) % static_cast<std::uint32_t>(classes));
    }
    return table;
}

RawTable two_classes(Random random, std::size_t rows) { return clouds(random, rows, 20, 2, 4); }
RawTable ten_classes(Random random, std::size_t rows) { return clouds(random, rows, 30, 10, 3); }

/// No feature is informative: the worst case of an exact search, since no split stands out.
RawTable shuffled(Random random, std::size_t rows) {
    RawTable table = two_classes(random, rows);
    Random order(random.bits());
    std::vector<std::int32_t>& labels = table.target.codes;
    for (std::size_t left = rows; left > 1; --left)
        std::swap(labels[left - 1], labels[order.below(static_cast<std::uint32_t>(left))]);
    return table;
}

/// After Friedman (1991), with a parabola for the sine: five features matter, fifteen are noise. They are not the first columns: where
/// many features tie, as in the smallest nodes, our rule takes the first one, and that must not be a hint.
RawTable regression(Random random, std::size_t rows) {
    RawTable table = number_table(rows, 20, number_column("y", rows, 4));
    std::array<double, 20> x{};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = random.uniform();
            table.features[i].values[row] = rounded(x[i], 6);
        }
        const double product = x[3] * x[7];
        const double bow = x[11] - 0.5;
        const double y = 40.0 * product * (1.0 - product) + 20.0 * bow * bow + 10.0 * x[14] + 5.0 * x[18] + random.bell();
        table.target.values[row] = rounded(y, 4);
    }
    return table;
}

/// Low levels are more frequent than high ones, the rarest a third as often as the most frequent.
std::int32_t skewed_level(Random& random, int levels) {
    const double u = random.uniform();
    const double position = u * (0.5 + 0.5 * u);
    return static_cast<std::int32_t>(position * levels);
}

/// The side that a sum of effects falls on, with noise: what the labels of the mixed and the integer set are.
std::int32_t noisy_side(Random& random, double effects, double noise) { return effects + noise * random.bell() > 0.0 ? 1 : 0; }

/// Six numbers and six categories; every level has an effect of its own, and one category turns the effect of a number around.
RawTable mixed(Random random, std::size_t rows) {
    RawTable table = number_table(rows, 6, code_column("class", rows, 2));
    const std::array<std::pair<const char*, int>, 6> categories{
        {{"colour", 3}, {"size", 5}, {"branch", 8}, {"month", 12}, {"region", 25}, {"city", 50}}};
    for (const auto& [name, levels] : categories) table.features.push_back(code_column(name, rows, levels));
    Random place(11);
    std::array<std::array<double, 50>, 6> effects{};
    for (auto& of_category : effects)
        for (double& effect : of_category) effect = place.bell();
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0.0;
        for (std::size_t i = 0; i < 6; ++i) {
            const auto code = skewed_level(random, categories[i].second);
            table.features[6 + i].codes[row] = code;
            sum += effects[i][static_cast<std::size_t>(code)];
        }
        for (std::size_t i = 0; i < 6; ++i) table.features[i].values[row] = rounded(random.bell(), 6);
        const bool turned = table.features[6].codes[row] == 0;
        const double slope = static_cast<double>(table.features[2].values[row]);
        sum += (turned ? -2.0 : 2.0) * slope + static_cast<double>(table.features[4].values[row]);
        table.target.codes[row] = noisy_side(random, sum, 1.0);
    }
    return table;
}

/// Ten whole numbers with 2 to 100 distinct values: ages, counts, grades. Half of them matter, two of them together.
RawTable integers(Random random, std::size_t rows) {
    RawTable table = number_table(rows, 10, code_column("class", rows, 2));
    const std::array<std::uint32_t, 10> distinct{2, 3, 5, 8, 12, 20, 31, 50, 75, 100};
    for (RawColumn& column : table.features) column.decimals = 0;
    std::array<double, 10> share{};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < distinct.size(); ++i) {
            const auto value = random.below(distinct[i]);
            table.features[i].values[row] = static_cast<float>(value);
            share[i] = static_cast<double>(value) / distinct[i] - 0.5;
        }
        const double sum = share[9] + share[7] * (share[5] > 0.0 ? 2.0 : -2.0) + share[3] + share[1];
        table.target.codes[row] = noisy_side(random, sum, 0.4);
    }
    return table;
}

using Generator = std::function<RawTable(Random, std::size_t)>;

const std::map<std::string, Generator>& generators() {
    static const std::map<std::string, Generator> all{
        {"two_classes", two_classes}, {"regression", regression}, {"mixed", mixed},
        {"ten_classes", ten_classes}, {"integers", integers},     {"shuffled", shuffled}};
    return all;
}

}  // namespace

std::vector<std::string> set_names() {
    std::vector<std::string> names;
    for (const auto& [name, generator] : generators()) names.push_back(name);
    return names;
}

RawTable generate(const std::string& set, Part part, std::size_t rows) {
    const auto found = generators().find(set);
    if (found == generators().end())
        throw std::runtime_error(fmt::format("there is no set '{}'; the sets are {}", set, fmt::join(set_names(), ", ")));
    return found->second(Random(part == Part::train ? 1 : 2), rows);
}

}  // namespace bench
