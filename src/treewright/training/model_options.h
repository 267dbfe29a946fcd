// The options that a model was made with, typed: the one place that reads the texts which a model keeps.
#pragma once

#include <vector>

#include "treewright/data/schema.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Of a model of either kind. What it does not name has its default, and nothing was pruned. An input `Error` for an option that cannot be
/// read.
TrainOptions trained_options(const Schema& schema, const std::vector<NamedOption>& options);
TrainOptions options_of(const Model& model);

/// The same if a model is only shown: an option that cannot be read, such as one of a later version, has its default.
TrainOptions readable_options(const Model& model);

/// The costs that a model of either kind was trained with, in the order of its classes; empty without any.
CostMatrix trained_costs(const Schema& schema, const std::vector<NamedOption>& options);

}  // namespace treewright
