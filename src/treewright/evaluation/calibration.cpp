#include "treewright/evaluation/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace treewright {

namespace {

constexpr double most_bins = 10.0;

/// Rows of one predicted probability, and those of the class among them.
struct Group {
    double probability = 0.0;
    double rows = 0.0;
    double hits = 0.0;
};

std::vector<Group> calibration_groups(const OutcomeTable& table, std::optional<std::size_t> class_position) {
    std::map<double, Group> groups;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) {
        const std::size_t position = class_position.value_or(table.predictions.labels[i]);
        const double probability = table.predictions.probabilities_of(i)[position];
        const auto weights = table.weights_of(i);
        Group& group = groups.try_emplace(probability, Group{probability, 0.0, 0.0}).first->second;
        group.rows += std::accumulate(weights.begin(), weights.end(), 0.0);
        group.hits += weights[position];
    }
    std::vector<Group> list;
    for (const auto& [probability, group] : groups) list.push_back(group);
    return list;
}

CalibrationBin bin_of(std::span<const Group> groups, double rows_per_weight, const IntervalPlan& plan) {
    CalibrationBin bin;
    bin.lowest = groups.front().probability;
    bin.highest = groups.back().probability;
    double hits = 0.0;
    double predicted = 0.0;
    for (const Group& group : groups) {
        bin.rows += group.rows;
        hits += group.hits;
        predicted += group.rows * group.probability;
    }
    bin.predicted = groups.size() == 1 ? bin.lowest : predicted / bin.rows;
    bin.observed = share_figure(hits * rows_per_weight, bin.rows * rows_per_weight, plan);
    return bin;
}

}  // namespace

Calibration calibrate(const OutcomeTable& table, std::optional<std::size_t> class_position, const IntervalPlan& plan) {
    const std::vector<Group> groups = calibration_groups(table, class_position);
    double total = 0.0;
    for (const Group& group : groups) total += group.rows;
    Calibration calibration;
    double before = 0.0;
    // A group belongs to the tenth of the rows that its middle lies in.
    const auto tenth = [&](double rows_before, const Group& group) {
        return std::floor(most_bins * (rows_before + group.rows / 2.0) / total);
    };
    for (std::size_t first = 0, end = 0; first < groups.size(); first = end) {
        const double mine = tenth(before, groups[first]);
        for (end = first; end < groups.size() && tenth(before, groups[end]) == mine; ++end) before += groups[end].rows;
        calibration.bins.push_back(bin_of(std::span(groups).subspan(first, end - first), table.rows_per_weight, plan));
    }
    for (const CalibrationBin& bin : calibration.bins) {
        const double deviation = std::sqrt(bin.predicted * (1.0 - bin.predicted) / (bin.rows * table.rows_per_weight));
        calibration.expected_error += bin.rows / total * std::abs(bin.predicted - bin.observed.value);
        calibration.by_chance += bin.rows / total * std::sqrt(2.0 / std::numbers::pi) * deviation;  // the mean of |normal|
    }
    return calibration;
}

}  // namespace treewright
