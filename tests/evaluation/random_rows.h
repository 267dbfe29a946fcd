// Scored rows at random: few or many predictions, ties, classes that are absent, weights whole, broken or none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "treewright/evaluation/scored_rows.h"

namespace treewright {

class RandomRows {
public:
    explicit RandomRows(std::uint64_t seed) : random_(seed) {}

    ScoredRows of_classes() {
        ScoredRows rows;
        const std::size_t classes = below(4) == 0 ? 2 : 2 + below(5);
        rows.predictions.classes = classes;
        const std::size_t predictions = 1 + below(12);
        for (std::size_t i = 0; i < predictions; ++i) {
            std::vector<double> counts(classes);
            for (double& count : counts) count = static_cast<double>(below(4));
            if (std::accumulate(counts.begin(), counts.end(), 0.0) == 0.0) counts[below(classes)] = 1.0;
            const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
            for (const double count : counts) rows.predictions.probabilities.cells.push_back(count / total);
            rows.predictions.support.push_back(total);
            rows.predictions.labels.push_back(below(5) == 0 ? static_cast<ClassId>(below(classes)) : heaviest(counts));
        }
        const std::size_t count = 1 + below(60);
        const std::size_t present = 1 + below(classes);
        for (std::size_t i = 0; i < count; ++i) {
            rows.prediction.push_back(static_cast<std::uint32_t>(below(predictions)));
            rows.labels.push_back(static_cast<ClassId>(below(present)));
        }
        add_weights(rows, count);
        return rows;
    }

    ScoredRows of_numbers() {
        ScoredRows rows;
        const double size = std::pow(10.0, static_cast<double>(below(13)) - 6.0);
        const double offset = below(3) == 0 ? 1000.0 * size : 0.0;
        const std::size_t predictions = 1 + below(12);
        for (std::size_t i = 0; i < predictions; ++i) rows.predictions.values.push_back(offset + size * bell());
        const std::size_t count = 2 + below(80);
        const bool rounded = below(3) == 0;
        for (std::size_t i = 0; i < count; ++i) {
            rows.prediction.push_back(static_cast<std::uint32_t>(below(predictions)));
            const double target = rows.predictions.values[rows.prediction.back()] + size * bell();
            rows.targets.push_back(rounded ? std::round(target) : target);
        }
        add_weights(rows, count);
        return rows;
    }

    /// The same rows in another order, the predictions in another order, too.
    ScoredRows shuffled(const ScoredRows& rows) {
        ScoredRows other;
        const std::vector<std::size_t> numbers = order_of(rows.predictions.size());
        std::vector<std::uint32_t> new_number(numbers.size());
        other.predictions.classes = rows.predictions.classes;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            new_number[numbers[i]] = static_cast<std::uint32_t>(i);
            if (rows.predictions.classes == 0) {
                other.predictions.values.push_back(rows.predictions.values[numbers[i]]);
                continue;
            }
            other.predictions.labels.push_back(rows.predictions.labels[numbers[i]]);
            other.predictions.support.push_back(rows.predictions.support[numbers[i]]);
            for (const double share : rows.predictions.probabilities_of(numbers[i]))
                other.predictions.probabilities.cells.push_back(share);
        }
        for (const std::size_t row : order_of(rows.rows())) {
            other.prediction.push_back(new_number[rows.prediction[row]]);
            if (!rows.labels.empty()) other.labels.push_back(rows.labels[row]);
            if (!rows.targets.empty()) other.targets.push_back(rows.targets[row]);
            if (!rows.weights.empty()) other.weights.push_back(rows.weights[row]);
        }
        return other;
    }

    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }
    double bell() { return std::normal_distribution<double>()(random_); }
    double uniform() { return std::uniform_real_distribution<double>()(random_); }

private:
    static std::int32_t heaviest(const std::vector<double>& counts) {
        return static_cast<std::int32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    }
    std::vector<std::size_t> order_of(std::size_t count) {
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), random_);
        return order;
    }
    void add_weights(ScoredRows& rows, std::size_t count) {
        const std::size_t kind = below(3);
        for (std::size_t i = 0; kind > 0 && i < count; ++i)
            rows.weights.push_back(kind == 1 ? static_cast<double>(1 + below(5)) : 0.1 + 3.0 * uniform());
    }

    std::mt19937_64 random_;
};

}  // namespace treewright
