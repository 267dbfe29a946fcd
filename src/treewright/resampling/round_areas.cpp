#include "treewright/resampling/round_areas_internal.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "treewright/evaluation/roc_area.h"

namespace treewright {

namespace {

/// The rows of a round with what its model predicts; `begin` and `end` are places among the rows that were held out.
ScoredRows rows_between(const ScoredRows& all, std::size_t begin, std::size_t end) {
    const auto numbers = std::span(all.prediction).subspan(begin, end - begin);
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    const std::size_t classes = all.predictions.classes;
    const auto part = [](const auto& items, std::size_t from, std::size_t to) {
        using Items = std::decay_t<decltype(items)>;
        return items.empty() ? Items{} : Items(items.begin() + std::ptrdiff_t(from), items.begin() + std::ptrdiff_t(to));
    };
    ScoredRows rows;
    rows.predictions = {classes,
                        part(all.predictions.labels, *low, *high + 1),
                        {part(all.predictions.probabilities.cells, *low * classes, (*high + 1) * classes),
                         part(all.predictions.probabilities.sparse, *low, *high + 1)},
                        part(all.predictions.support, *low, *high + 1),
                        {}};
    for (const std::uint32_t number : numbers) rows.prediction.push_back(number - *low);
    rows.labels = part(all.labels, begin, end);
    rows.weights = part(all.weights, begin, end);
    return rows;
}

/// The areas of some classes in every round; NaN where a round has no rows of the class, or of no other.
using AreasOfRounds = std::vector<std::vector<double>>;

AreasOfRounds areas_of(const CrossValidation& validation, std::optional<std::size_t> positive) {
    const std::vector<std::uint32_t>& rounds = validation.held_out.rounds;
    AreasOfRounds areas;
    for (std::size_t begin = 0, end = 0; begin < rounds.size(); begin = end) {
        while (end < rounds.size() && rounds[end] == rounds[begin]) ++end;
        const OutcomeTable table = count_outcomes(rows_between(validation.held_out.scored, begin, end));
        areas.emplace_back();
        for (const Figure& area : area_figures(table, {.values_only = true})) areas.back().push_back(area.value);
        if (positive) areas.back() = {areas.back()[*positive]};
    }
    return areas;
}

}  // namespace

Figure area_of_rounds(const CrossValidation& validation, std::optional<std::size_t> positive) {
    if (validation.rounds.empty()) return {};
    AreasOfRounds areas = areas_of(validation, positive);
    std::vector<double> by_round(areas.size(), 0.0);
    double classes = 0.0;
    for (std::size_t j = 0; j < areas.front().size(); ++j) {
        std::vector<double> known;
        for (const auto& round : areas)
            if (!std::isnan(round[j])) known.push_back(round[j]);
        if (known.empty()) continue;
        classes += 1.0;
        const double mean = spread_of(known).mean;  // also used for the rounds that have none
        for (std::size_t i = 0; i < areas.size(); ++i) by_round[i] += std::isnan(areas[i][j]) ? mean : areas[i][j];
    }
    if (classes == 0.0) return {};
    for (double& area : by_round) area /= classes;
    return figure_of_rounds(by_round, shares_of(validation), {0.0, 1.0});
}

}  // namespace treewright
