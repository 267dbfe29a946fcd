// From a training set to a model.
#pragma once

#include <optional>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/training/learner.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The model of all rows, by one learner (learner.h). `run.messages` gets what a user should know about it. `validation`: reduced
/// error is measured on these rows, by the schema of the set, instead of on a part of the set.
/// Both sets are borrowed for the length of the call; the model keeps nothing of them.
TrainedModel train(const TrainingSet& set, const TrainOptions& options, const Run& run,
                   const TrainingSet* validation = nullptr);

/// Gain × weight summed over the nodes of each feature, as a share of the whole; all 0 for a tree without gain.
std::vector<double> importance_of(const Model& model);

struct TrainingError {
    double tree = 0.0;      ///< share of misclassified weight, or root mean squared error, on the training rows
    double baseline = 0.0;  ///< the same for one class or the mean alone
    ClassId constant = 0;   ///< that class
};
/// The constant is the class that most of the rows have, whatever the priors.
TrainingError training_error(const Model& model);
/// With costs: the mean cost per row, and that of the class which costs least if it is always predicted. Nothing without.
std::optional<TrainingError> training_cost(const Model& model);

}  // namespace treewright
