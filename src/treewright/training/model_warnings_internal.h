// What a user should know about a model before trusting it: a feature that gives the target away, a class too rare to be learned.
#pragma once

#include <optional>

#include "treewright/base/messages.h"
#include "treewright/data/training_set.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The feature that alone predicts the target with hardly an error: every split of the tree down to leaves asks it, or the first one
/// suffices, and at most one in a hundred of the mistakes of a constant prediction is left. A number is given away by one that it is a linear
/// function of (correlation of at least 0.9999). None in tables of fewer than 50 rows.
std::optional<FeatureId> leaking_feature(const TrainingSet& set, const Tree& tree);

void warn_about_model(const TrainingSet& set, const TrainOptions& options, const Model& model, Messages& messages);

}  // namespace treewright
