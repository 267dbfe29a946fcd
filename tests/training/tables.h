// Tables for the tests of training: some thousand rows, and the same in another order.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "reference/case.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// The set with these of its rows, in this order.
inline TrainingSet with_rows(const TrainingSet& set, const std::vector<std::size_t>& rows) {
    const auto pick = [&](const Column& whole) {
        Column some;
        some.schema = whole.schema;
        for (const std::size_t row : rows) {
            if (whole.has_values())
                some.values.own().push_back(whole.values[row]);
            else
                some.codes.push_back(whole.codes[row]);
        }
        return some;
    };
    TrainingSet some;
    some.rows = rows.size();
    some.target = pick(set.target);
    for (const Column& feature : set.features) some.features.push_back(pick(feature));
    for (const std::size_t row : rows)
        if (!set.weights.empty()) some.weights.push_back(set.weights[row]);
    return some;
}

inline std::vector<std::size_t> shuffled_rows(std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), 0);
    std::shuffle(rows.begin(), rows.end(), std::mt19937_64(seed));
    return rows;
}

/// Some thousand rows, so that threads really run, with ties, missing values and weights.
inline TrainingSet large_table(bool regression, int rows = 3000, std::uint64_t seed = 7) {
    reference::Case example;
    example.columns = {"a:n", "b:n", "c:c", "d:c", "e:n", regression ? "y:n" : "y:c", "w:w"};
    std::mt19937_64 engine(seed);
    const auto number = [&](std::size_t below) { return engine() % below; };
    const auto letter = [&](char first, std::size_t below) {
        return std::string(1, static_cast<char>(first + static_cast<char>(number(below))));
    };
    for (int row = 0; row < rows; ++row) {
        const std::size_t a = number(40);
        const std::string c = letter('a', 14);
        const bool signal = a > 20 || c < "e";
        const std::string label = regression                ? std::to_string(number(50) + (signal ? 30 : 0))
                                  : signal && number(4) > 0 ? "A"
                                                            : letter('A', 3);
        example.rows.push_back({number(9) == 0 ? "?" : std::to_string(a), std::to_string(number(1000)),
                                number(7) == 0 ? "?" : c, letter('a', 3), std::to_string(static_cast<double>(number(5)) / 4),
                                label, std::to_string(1 + number(3))});
    }
    return reference::problem_of(example).set;
}

}  // namespace treewright
