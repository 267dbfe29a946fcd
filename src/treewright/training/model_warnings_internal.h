// What a user should know about a model before trusting it: a feature that gives the target away, a class too rare to be learned.
#pragma once

#include "treewright/base/messages.h"
#include "treewright/data/training_set.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// A feature gives the target away if every split of the tree down to leaves asks it, or the first one suffices, and at most one in a hundred
/// of the mistakes of a constant prediction is left; all that do so are named (telling_features.h). A class is rare if a tree of one leaf
/// never predicts it and it has less than a fifth of the rows, and less than half of what it had if all were alike.
void warn_about_model(const TrainingSet& set, const TrainOptions& options, const Model& model, Messages& messages);

}  // namespace treewright
