// The options that a model was made with, typed: the one place that reads the texts which a model keeps.
#pragma once

#include <optional>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/prediction/any_model.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Of a model of either kind. What it does not name has its default, and nothing was pruned. An input `Error` for an option that cannot be
/// read.
TrainOptions trained_options(const Schema& schema, const std::vector<NamedOption>& options);
TrainOptions options_of(const Model& model);

/// The same if a model is only shown: an option that cannot be read, such as one of a later version, has its default.
TrainOptions readable_options(const Model& model);
TrainOptions readable_options(const Schema& schema, const std::vector<NamedOption>& options);

/// The options of an evaluation with these costs; without a table and without costs of their own, with those that the model was trained with.
/// An input `Error` for a table that does not fit the model.
EvaluationOptions with_costs(EvaluationOptions options, const AnyModel& model, const std::optional<CostTable>& table = {});

}  // namespace treewright
