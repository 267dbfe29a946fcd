#include "treewright/resampling/summary.h"

#include <algorithm>
#include <optional>

#include "treewright/evaluation/constant_class.h"
#include "treewright/resampling/round_areas_internal.h"

namespace treewright {

namespace {

std::size_t repeats_in(const CrossValidation& validation) {
    std::size_t repeats = 1;
    for (const Round& round : validation.rounds) repeats = std::max(repeats, round.repeat + 1);
    return repeats;
}

/// A row that was held out in every repeat counts once in all: five looks at a row are not five rows.
void share_out(ScoredRows& rows, std::size_t repeats) {
    if (repeats == 1) return;
    rows.weights.resize(rows.rows(), 1.0);
    for (double& weight : rows.weights) weight /= static_cast<double>(repeats);
    rows.looks = repeats;
}

/// Two classes: the rarer one, whose AUC it is.
std::optional<std::size_t> positive_of(const ScoredRows& rows) {
    const std::size_t classes = rows.predictions.classes;
    if (classes != 2) return std::nullopt;
    const std::vector<double> totals = class_totals(count_outcomes(rows));
    return rarer_class(totals);
}

std::variant<ClassFigures, NumberFigures> figures(ScoredRows rows, std::size_t repeats, const FigureOptions& options,
                                                  bool values_only = false) {
    share_out(rows, repeats);
    const IntervalPlan plan{.seed = options.seed, .values_only = values_only};
    if (rows.predictions.classes == 0) return figures_of(rows, plan);
    return figures_of(count_outcomes(rows), {plan, options.costs, positive_of(rows)});
}

/// With costs the baselines predict the cheapest class. All figures except the cost are compared with the most frequent class.
ScoredRows of_majority(ScoredRows baselines) {
    Predictions& predictions = baselines.predictions;
    for (std::size_t i = 0; i < predictions.labels.size(); ++i)
        predictions.labels[i] = constant_class(predictions.probabilities_of(i), {});
    return baselines;
}

std::vector<ListedFigure> listed(const PooledFigures& pooled, const std::string& positive) {
    if (const auto* numbers = std::get_if<NumberFigures>(&pooled.learner))
        return list_figures(*numbers, std::get<NumberFigures>(pooled.baseline));
    return list_figures(std::get<ClassFigures>(pooled.learner), std::get<ClassFigures>(pooled.baseline), positive);
}

const Figure& loss_figure(const std::variant<ClassFigures, NumberFigures>& figures, LossKind kind) {
    if (kind == LossKind::root_mean_squared_error) return std::get<NumberFigures>(figures).rmse;
    const auto& classes = std::get<ClassFigures>(figures);
    return kind == LossKind::mean_cost ? classes.cost : classes.error;
}

template <class Member>
double mean_over_rounds(const std::vector<Round>& rounds, Member member) {
    double sum = 0.0;
    for (const Round& round : rounds) sum += round.*member;
    return sum / static_cast<double>(rounds.size());
}

}  // namespace

PooledFigures pooled_figures(const CrossValidation& validation, const FigureOptions& options) {
    const std::size_t repeats = repeats_in(validation);
    const auto as_baseline = [&](ScoredRows rows) { return figures(std::move(rows), repeats, options, true); };
    const ScoredRows baselines = baseline_rows(validation.held_out);
    PooledFigures pooled{figures(validation.held_out.scored, repeats, options), as_baseline(of_majority(baselines)), {}};
    const auto positive = positive_of(validation.held_out.scored);
    if (auto* classes = std::get_if<ClassFigures>(&pooled.baseline)) {
        classes->auc = {0.5};  // one prediction for all rows ranks nothing
        if (validation.rounds.size() != 1) std::get<ClassFigures>(pooled.learner).auc = area_of_rounds(validation, positive);
        if (!options.costs.empty()) classes->cost = std::get<ClassFigures>(as_baseline(baselines)).cost;
    }
    pooled.list = listed(pooled, positive && *positive < options.classes.size() ? options.classes[*positive] : "");
    return pooled;
}

LossSummary summary_of(const CrossValidation& validation, const PooledFigures& pooled) {
    const LossKind kind = validation.kind;
    const std::vector<Round>& rounds = validation.rounds;
    const Figure of_rows = loss_figure(pooled.learner, kind);
    LossSummary summary{of_rows, {}, loss_figure(pooled.baseline, kind).value, 0.0, of_rows.value};
    if (!rounds.empty()) summary.training = mean_over_rounds(rounds, &Round::training_loss);
    if (rounds.size() < 2) return summary;
    const std::vector<double> losses = losses_of(validation);
    const Interval range = range_of(kind);
    const Interval plain = plain_run_interval(spread_of(losses));
    summary.plain = {std::clamp(plain.low, range.low, range.high), std::clamp(plain.high, range.low, range.high)};
    const Figure of_rounds = figure_of_rounds(losses, shares_of(validation), range);
    summary.loss.value = of_rounds.value;
    if (of_rounds.has_interval()) summary.loss = of_rounds;  // else that of the rows stays
    return summary;
}

CrossValidation as_validation(const LeaveOneOut& left_out, const Learner& learner) {
    const TrainingSet& set = learner.set();
    CrossValidation validation;
    validation.kind = loss_kind_of(learner);
    HeldOutPredictions& held_out = validation.held_out;
    held_out.scored = {left_out.predictions, row_numbers(set.rows), set.classes_of_rows(), {}, set.weights};
    held_out.scored.weights_are = set.weights_are.value_or(WeightMeaning::rows);
    if (set.task() == Task::regression)
        for (std::size_t row = 0; row < set.rows; ++row) held_out.scored.targets.push_back(set.target.values[row]);
    held_out.baselines = left_out.baselines;
    held_out.rows = row_numbers(set.rows);
    held_out.rounds = row_numbers(set.rows);
    return validation;
}

}  // namespace treewright
