#include "treewright/evaluation/evaluate.h"

#include <fmt/format.h>

#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/spelling.h"
#include "treewright/data/level_spelling.h"
#include "treewright/data/prepare.h"
#include "treewright/evaluation/constant_class.h"
#include "treewright/evaluation/tallies/known_rows.h"

namespace treewright {

namespace {

/// The named class, or the rarer one in training; none unless there are two.
std::optional<std::size_t> positive_class(const std::string& name, const Schema& schema,
                                          const std::vector<double>& class_weights) {
    const std::vector<std::string>& classes = schema.classes();
    if (name.empty()) {
        if (classes.size() != 2) return std::nullopt;
        return rarer_class(class_weights);
    }
    if (schema.task() == Task::regression)
        throw input_error(
            fmt::format("{} is for classes, but the target '{}' is a number", named("positive"), schema.target.name));
    const LevelCode found = LevelFinder(schema.target).find(name);
    if (found == unseen_code) {
        const std::string hint = did_you_mean(name, classes);
        throw input_error(fmt::format("{} names '{}', which is not a class of '{}': {}", named("positive"), name,
                                      schema.target.name,
                                      hint.empty() ? fmt::format("the classes are {}", fmt::join(classes, ", ")) : hint));
    }
    if (classes.size() != 2)
        throw input_error(fmt::format("{} is for two classes, but '{}' has {}: the table lists the AUC of every class",
                                      named("positive"), schema.target.name, classes.size()));
    return position_of(found);
}

void warn_of_training_rows(const std::string& data, Messages& messages) {
    messages.warn(
        fmt::format("{} seems to hold the training rows of the model (every leaf has exactly the rows it had in training): "
                    "expect worse results on new rows",
                    data));
}

}  // namespace

Evaluator::Evaluator(AnyPredictor predictor, EvaluationOptions options)
    : predictor_(std::move(predictor)),
      options_(std::move(options)),
      positive_(positive_class(options_.positive, predictor_.schema(), predictor_.class_weights())) {}

void Evaluator::add(const TrainingSet& batch, const Threads& threads) {
    if (const auto refusal = predictor_.find_refusal(batch.features, batch.rows))
        throw input_error(fmt::format("{}, line {}: {}", batch.source,
                                      batch.lines.empty() ? refusal->row + 1 : batch.lines[refusal->row], refusal->sentence));
    score(predictor_, batch.features, batch.rows, threads, scored_);
    knows_meaning_ = batch.weights_are.has_value();
    scored_.weights_are = batch.weights_are.value_or(WeightMeaning::rows);
    scored_.weights.insert(scored_.weights.end(), batch.weights.begin(), batch.weights.end());
    if (batch.task() == Task::classification)
        scored_.labels.insert(scored_.labels.end(), batch.target.codes.begin(), batch.target.codes.end());
    else
        batch.target.values.visit(
            [&](auto values) { scored_.targets.insert(scored_.targets.end(), values.begin(), values.end()); });
}

ClassEvaluation Evaluator::class_evaluation(const OutcomeTable& table) const {
    const Predictions& single = predictor_.baseline();
    const ClassFigureOptions options{options_.intervals, options_.costs, positive_};
    ClassEvaluation classes;
    classes.figures = figures_of(table, options);
    ClassFigureOptions plain = options;
    plain.intervals.values_only = true;
    classes.baseline = figures_of(with_prediction(table, single), plain);
    classes.constant = single.labels[0];
    if (!options_.costs.empty()) {
        Predictions cheapest = single;
        cheapest.labels[0] = constant_class(predictor_.class_weights(), options_.costs);
        classes.baseline.cost = figures_of(with_prediction(table, cheapest), plain).cost;
        classes.cheapest = cheapest.labels[0];
    }
    classes.calibration = calibrate(table, positive_, options_.intervals);
    classes.positive = positive_;
    return classes;
}

NumberEvaluation Evaluator::number_evaluation(const ScoredRows& rows) const {
    NumberEvaluation numbers;
    numbers.figures = figures_of(rows, options_.intervals);
    numbers.baseline = constant_figures(rows, predictor_.baseline().values[0], numbers.figures);
    numbers.constant = predictor_.baseline().values[0];
    return numbers;
}

EvaluationResult Evaluator::result() const {
    EvaluationResult result;
    result.schema = predictor_.schema();
    const auto* tree = std::get_if<Model>(&predictor_.model());
    std::optional<ScoredRows> scaled;  // batches cannot know the mean of all weights
    if (scored_.weights_are == WeightMeaning::importance && !scored_.weights.empty())
        scale_to_rows(scaled.emplace(scored_).weights);
    const ScoredRows& rows = scaled ? *scaled : scored_;
    if (scored_.predictions.classes > 0) {
        const OutcomeTable table = count_outcomes(rows);
        result.looks_like_training = tree != nullptr && look_like_training(table, tree->provenance.total_weight);
        result.classes = class_evaluation(table);
        result.figures =
            list_figures(result.classes->figures, result.classes->baseline, positive_ ? result.class_name(*positive_) : "");
    } else {
        result.numbers = number_evaluation(rows);
        result.looks_like_training = look_like_training(result.numbers->figures, std::get<Model>(predictor_.model()));
        result.figures = list_figures(result.numbers->figures, result.numbers->baseline);
    }
    return result;
}

EvaluationResult Evaluator::finish(const EvaluationNames& names, TrainingSet* whole, const Run& run) const {
    if (!scored_.weights.empty() && !knows_meaning_)
        warn_of_odd_weights(std::accumulate(scored_.weights.begin(), scored_.weights.end(), 0.0), rows(), names.weight,
                            run.messages);
    EvaluationResult result = this->result();
    result.model = names.model;
    result.data = names.data;
    if (result.looks_like_training) warn_of_training_rows(names.data, run.messages);
    if (!options_.importance) return result;
    check_invariant(whole != nullptr, "importance needs all rows");
    result.repeats = options_.repeats;
    result.importance = importance(*whole, options_.repeats, run);
    return result;
}

std::vector<Figure> Evaluator::importance(TrainingSet& set, std::size_t repeats, const Run& run) const {
    return permutation_importance(predictor_, set, {repeats, options_.intervals}, run);
}

}  // namespace treewright
