// Priors, class weights and costs: from what the user said about classes by name to numbers for the classes of a training set.
#pragma once

#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Throws an input `Error` if a name is not a class of the target, or a class is missing.
ClassTerms resolve_class_terms(const TrainingSet& set, const TrainOptions& options);

/// Priors as shares of 1 and class weights in units of the least, in the order of the classes: what says the same is the same.
/// Throws the same.
void unify_class_numbers(const ColumnSchema& target, TrainOptions& options);

/// A table of costs in the order of the target's classes. Throws the same.
CostMatrix cost_matrix(const ColumnSchema& target, const CostTable& table);

/// What was asked for, as options of a model; nothing for what was left at its default. model_options.h reads them.
std::vector<NamedOption> describe_class_terms(const TrainOptions& options);

}  // namespace treewright
