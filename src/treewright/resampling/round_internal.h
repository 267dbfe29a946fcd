// One round: a model trained on some rows, validated on others.
#pragma once

#include <variant>

#include "treewright/data/ids.h"
#include "treewright/prediction/any_model.h"
#include "treewright/resampling/cross_validation.h"

namespace treewright {

/// What a tree of the learner becomes: a model, or a list of rules if these were asked for. `rows` are those that it grew from.
AnyModel finished_model(const Learner& learner, Tree tree, std::span<const RowId> rows, const Run& run);

/// A model with its predictions for the rows that were held out.
struct ValidatedModel {
    AnyModel model;
    ScoredRows scored;
    Predictions baseline;
    Round round;  ///< but for its place
};
/// Which rows made the model, and which were held out.
struct RoundRows {
    std::span<const std::uint32_t> training;
    std::span<const RowId> held_out;
};
ValidatedModel validated(const Learner& learner, AnyModel model, const RoundRows& rows);

/// What is lost on one row: 1 or its cost if the class is wrong, the squared error of a number.
double row_loss(const ScoredRows& scored, std::size_t row, const CostMatrix& costs);
/// The mean loss of scored rows by their weights, of numbers its root; does not depend on their order.
double loss_of(const ScoredRows& scored, LossKind kind, const CostMatrix& costs);

}  // namespace treewright
