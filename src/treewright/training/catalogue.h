// Every parameter of training, declared once with its type (data/parameter.h). The options kept in a model file are made from this list,
// too.
//
// To add one: a field in the options struct (growing/options.h, prune_options.h, train_options.h) and an entry in catalogue.cpp, where
// the compiler stops until the field is listed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/data/parameter.h"
#include "treewright/training/train_options.h"

namespace treewright {

/// One of the learner, of the classes or of the run.
using LearnerParameter = ParameterOf<TrainOptions>;

/// A parameter with the text that it was given.
using Setting = std::pair<const LearnerParameter*, std::string>;
/// In the order in which they are applied.
using Settings = std::vector<Setting>;

/// Those of the learner, in the order in which help and docs list them. `preset` comes first: setting it sets all others.
std::span<const LearnerParameter> parameters();
/// Those of the learner, then those about classes, then those of the run; other rooms have lists of their own (face/parameters.h).
std::span<const LearnerParameter> all_parameters();
/// The method by which a saved model is pruned, and the rows that it needs.
std::span<const LearnerParameter> pruning_parameters();
/// One of the three groups; null if there is none.
const LearnerParameter* find_parameter(std::string_view name);

/// Whether it is an option of one criterion only, and of another than this: then it has no effect, and no model holds it.
bool belongs_to_other_criterion(const Parameter& parameter, CriterionName criterion);

/// Whether no model holds it because it was not given, so that models are as they were before there was such a parameter.
bool is_left_out(const Parameter& parameter, const TrainOptions& options);

/// How a method of pruning is called: "cost-complexity".
std::string_view word_of(PruneMethod method);

}  // namespace treewright
