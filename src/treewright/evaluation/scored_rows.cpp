#include "treewright/evaluation/scored_rows.h"

#include <algorithm>

#include "treewright/base/positions.h"

namespace treewright {

namespace {

template <class Item>
void append_to(std::vector<Item>& items, const std::vector<Item>& others) {
    items.insert(items.end(), others.begin(), others.end());
}

}  // namespace

void ScoredRows::append(const ScoredRows& others) {
    const auto offset = size32(predictions);
    if (weights.empty() != others.weights.empty()) {
        weights.resize(rows(), 1.0);
        for (std::size_t row = 0; row < others.rows(); ++row) weights.push_back(others.weight(row));
    } else {
        append_to(weights, others.weights);
    }
    weights_are = others.weights_are;
    predictions.append(others.predictions);
    for (const std::uint32_t number : others.prediction) prediction.push_back(offset + number);
    append_to(labels, others.labels);
    append_to(targets, others.targets);
}

void score(const AnyPredictor& predictor, const std::vector<Column>& features, std::size_t rows, const Threads& threads,
           ScoredRows& into) {
    if (into.predictions.size() == 0) into.predictions = predictor.predictions();
    const std::size_t first = into.prediction.size();
    into.prediction.resize(first + rows);
    const std::span<std::uint32_t> found = std::span(into.prediction).subspan(first);
    for (const auto& [row, mixture] : predictor.find(features, found, threads)) {
        found[row] = size32(into.predictions);
        if (into.predictions.classes == 0)
            into.predictions.values.push_back(mixture.outcome.value);
        else
            into.predictions.add_class(mixture.outcome.label, mixture.probabilities, predictor.support(mixture));
    }
}

ScoredRows score_rows(const AnyPredictor& predictor, const TrainingSet& set, const Threads& threads) {
    ScoredRows scored;
    score(predictor, set.features, set.rows, threads, scored);
    scored.weights = set.weights;
    scored.weights_are = set.weights_are.value_or(WeightMeaning::rows);
    if (set.task() == Task::classification)
        scored.labels = set.classes_of_rows();
    else
        set.target.values.visit([&](auto values) { scored.targets.assign(values.begin(), values.end()); });
    return scored;
}

ScoredRows score_rows(const AnyPredictor& predictor, const TrainingSet& set, std::span<const RowId> rows,
                      const Threads& threads) {
    constexpr std::size_t rows_per_pick = 4096;  // what is picked stays in the cache
    ScoredRows scored;
    scored.weights_are = set.weights_are.value_or(WeightMeaning::rows);
    for (std::size_t begin = 0; begin == 0 || begin < rows.size(); begin += rows_per_pick) {
        const TrainingSet some = pick_rows(set, rows.subspan(begin, std::min(rows_per_pick, rows.size() - begin)));
        score(predictor, some.features, some.rows, threads, scored);
        append_to(scored.weights, some.weights);
        append_to(scored.labels, some.classes_of_rows());
        if (some.target.has_values())
            for (std::size_t row = 0; row < some.rows; ++row) scored.targets.push_back(some.target.values[row]);
    }
    return scored;
}

ScoredRows with_prediction(const ScoredRows& rows, const Predictions& single) {
    ScoredRows same = rows;
    same.predictions = single;
    std::fill(same.prediction.begin(), same.prediction.end(), 0U);
    return same;
}

}  // namespace treewright
