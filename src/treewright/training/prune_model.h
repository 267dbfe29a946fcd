// Pruning a saved model: for most methods its node statistics are enough, the others need rows.
#pragma once

#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/pruning/weakest_links.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/learner.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Rows for methods that need some, borrowed for the length of a call; either may be missing.
struct PruneData {
    const TrainingSet* training = nullptr;    ///< those that the tree grew from: for folds and for raising
    const TrainingSet* validation = nullptr;  ///< others: for reduced error
};

/// The options that the model was made with (model_options.h), with the pruning replaced by new settings; those not
/// named have the method's default.
TrainOptions options_to_prune(const Model& model, const Settings& settings);

/// What priors, class weights and costs came to when the model was made.
ClassTerms class_terms_of(const Model& model);

/// The tree that is pruned: the one that was grown if the model has it, else the one it has.
const Tree& tree_to_prune(const Model& model);

/// The cost-complexity sequence of that tree, from its node statistics.
WeakestLinks sequence_of(const Model& model, Complexity complexity);

/// Refuses options that contradict each other or the model, and notes those without effect. Called before every pruning of a model.
void check_pruning(const Model& model, const TrainOptions& options, Messages& messages);

/// The options of the model with those of the new pruning in place of the old one's.
std::vector<NamedOption> options_after_pruning(const Model& model, const TrainOptions& options);

/// The model pruned by other options than before; `options.grow` counts for χ² (significance, adjust). Not `rules`, which
/// make a model of another kind (model_rules.h). An input `Error` if the method needs
/// rows that are not given, or numbers of tests that the model does not hold; a note if the tree was pruned before and the
/// unpruned one was not kept.
TrainedModel prune_model(const Model& model, const TrainOptions& options, const PruneData& data, const Run& run);

}  // namespace treewright
