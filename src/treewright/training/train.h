// The front door: from a training set to a model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/grower.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/pruned_growth.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// What training saw that is no part of the model.
struct TrainReport {
    std::optional<Tree> unpruned;  ///< the tree as it was grown, where it was pruned
    std::optional<FoldReport> folds;
    PruneOptions pruning;  ///< that was in effect
    double judges = 0.0;   ///< reduced error: the weight of the rows that judged
};

struct TrainRun {
    const Threads& threads;
    Progress& progress;
    Messages& messages;
    std::vector<NodeWork>* work = nullptr;    ///< the arithmetic of every node of the tree as it was grown, if given
    const TrainingSet* validation = nullptr;  ///< reduced error: the rows that judge, by the schema of the set
    TrainReport* report = nullptr;            ///< filled, if given
};

Model train(const TrainingSet& set, const TrainOptions& options, const TrainRun& run);

/// Throws an input `Error` if the options do not fit the task; called by `train`.
void check_options(const TrainingSet& set, const TrainOptions& options);

/// Notes what was asked for and changes nothing; called by `train`.
void say_idle_options(const TrainOptions& options, Messages& messages);

/// Gain × weight summed over the nodes of each feature, as a share of the whole; all 0 for a tree without gain.
std::vector<double> importance_of(const Model& model);

struct TrainingError {
    double tree = 0.0;      ///< share of misclassified weight, or root mean squared error, on the training rows
    double baseline = 0.0;  ///< the same for the majority class or the mean
};
TrainingError training_error(const Model& model);

}  // namespace treewright
