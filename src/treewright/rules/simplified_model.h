// From a tree model and labelled rows to a rule model.
#pragma once

#include "treewright/data/training_set.h"
#include "treewright/rules/rule_model.h"
#include "treewright/rules/simplify.h"

namespace treewright {

/// The set has the model's features in its order with its levels, and its classes as target. An input `Error` for a tree that predicts
/// a number.
RuleModel simplified_model(const Model& model, const TrainingSet& set, const RuleTerms& terms, double confidence,
                           const Run& run);

}  // namespace treewright
