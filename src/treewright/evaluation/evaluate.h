// Evaluation of a model on labelled rows: every metric next to that of a baseline that uses no feature.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/data/by_schema.h"
#include "treewright/data/parameter.h"
#include "treewright/data/schema.h"
#include "treewright/evaluation/calibration.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/figure_list.h"
#include "treewright/evaluation/number_figures.h"
#include "treewright/evaluation/permutation_importance.h"
#include "treewright/evaluation/scored_rows.h"
#include "treewright/prediction/any_predictor.h"

namespace treewright {

struct ClassEvaluation {
    ClassFigures figures;
    ClassFigures baseline;
    Calibration calibration;
    std::optional<std::size_t> positive;       ///< two classes: the positive class of AUC and calibration
    std::size_t constant = 0;                  ///< the class that the baseline always predicts: the most frequent one
    std::optional<std::size_t> cheapest = {};  ///< with costs: the class that costs least if it is always predicted
};

struct NumberEvaluation {
    NumberFigures figures;
    NumberFigures baseline;
    double constant = 0.0;  ///< the number that the baseline always predicts
};

struct EvaluationResult {
    std::string model;  ///< what model and data are called in a report
    std::string data;
    Schema schema;
    std::vector<ListedFigure> figures;
    std::optional<ClassEvaluation> classes;
    std::optional<NumberEvaluation> numbers;
    bool looks_like_training = false;  ///< these seem to be the rows that the model was trained on
    std::vector<Figure> importance;    ///< of each feature; empty unless asked for
    std::size_t repeats = 0;           ///< how often each column was shuffled for it

    [[nodiscard]] double rows() const { return classes ? classes->figures.rows : numbers->figures.rows; }
    [[nodiscard]] const std::string& class_name(std::size_t position) const { return schema.classes()[position]; }
};

struct EvaluationOptions {
    IntervalPlan intervals = {};
    CostMatrix costs = {};      ///< empty: no mean cost
    std::string positive = {};  ///< two classes: the positive class of the AUC; empty: the rarer one in training
    /// Of rows that are to be read by the model's schema; an `Evaluator` gets them without the others.
    UnknownLabels unknown = UnknownLabels::refuse;
    bool importance = false;   ///< also ask `Evaluator::importance`, which needs all rows at once
    std::size_t repeats = 10;  ///< how often each column is shuffled for it
};
std::string_view word_of(UnknownLabels unknown);
std::span<const ParameterOf<EvaluationOptions>> evaluation_parameters();

/// What reports and messages call a model and the rows that it is evaluated on.
struct EvaluationNames {
    std::string model;
    std::string data;
    std::string weight = {};  ///< the column of the weights
};

/// Predicts rows batch by batch and counts: memory grows with the predictions, not with the features.
class Evaluator {
public:
    /// An input `Error` if the positive class does not fit the model.
    Evaluator(AnyPredictor predictor, EvaluationOptions options);

    /// An input `Error` with the line for the first value that the model refuses.
    void add(const TrainingSet& batch, const Threads& threads);

    [[nodiscard]] std::size_t rows() const { return scored_.rows(); }

    /// The figures of all rows that were added.
    [[nodiscard]] EvaluationResult result() const;
    /// The whole result, with its names. Warns of weights that are not numbers of rows, and if these seem to be the training rows of the
    /// model. `whole`: all rows that were added, for the importance if the options ask for that; null otherwise.
    [[nodiscard]] EvaluationResult finish(const EvaluationNames& names, TrainingSet* whole, const Run& run) const;
    /// Permutation importance: how much worse the model gets when a column is shuffled, `repeats` times each; the set's columns
    /// are shuffled in place and put back.
    [[nodiscard]] std::vector<Figure> importance(TrainingSet& set, std::size_t repeats, const Run& run) const;

private:
    [[nodiscard]] ClassEvaluation class_evaluation(const OutcomeTable& table) const;
    [[nodiscard]] NumberEvaluation number_evaluation(const ScoredRows& rows) const;

    AnyPredictor predictor_;
    EvaluationOptions options_;
    std::optional<std::size_t> positive_;
    ScoredRows scored_;
    bool knows_meaning_ = false;  ///< somebody said what the weights are
};

}  // namespace treewright
