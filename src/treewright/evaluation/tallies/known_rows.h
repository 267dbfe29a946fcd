// Detects that a model is evaluated on its training rows. Nothing is hashed: every leaf would hold exactly what it held in training.
#pragma once

#include "treewright/evaluation/number_figures.h"
#include "treewright/evaluation/outcome_table.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Whether every leaf has the rows of each class that it had in training, or the same multiple of them, and the total weight is
/// that of training.
[[nodiscard]] bool look_like_training(const OutcomeTable& table, double training_weight);
/// Whether they are as many and the error is that of training to nine digits.
[[nodiscard]] bool look_like_training(const NumberFigures& figures, const Model& model);

}  // namespace treewright
