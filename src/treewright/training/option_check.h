// Options against a table: options that do not fit are refused, those without effect are noted, and the effective ones are settled.
#pragma once

#include <string>

#include "treewright/base/messages.h"
#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/training/train_options.h"

namespace treewright {

/// Throws an input `Error` if the options do not fit the task.
void check_options(const TrainingSet& set, const TrainOptions& options);

/// Notes options that were given but have no effect.
void note_idle_options(const TrainOptions& options, Messages& messages);
/// Of these, options of methods of pruning other than the one that prunes; `usual` was not asked for.
void note_idle_pruning(const PruneOptions& asked, const PruneOptions& usual, Messages& messages);
/// Warns if the validation rows of reduced error are those that the tree grew from.
void warn_of_known_validation(const TrainingSet& validation, const std::string& training_hash, const Run& run);
/// An input `Error` if some fold would be empty.
void refuse_too_many_folds(const TrainingSet& set, std::size_t folds);
/// Warns of classes with fewer rows than folds: some folds then have none of them.
struct FoldsInWords {
    std::size_t count = 0;
    std::string purpose = {};  ///< behind "10 folds"
};
void warn_of_rare_classes(const TrainingSet& set, const FoldsInWords& folds, Messages& messages);
/// A usage `Error` if there is a validation set that this pruning would not look at. Before it is read.
void refuse_idle_validation(const PruneOptions& options);
/// A usage `Error` for options that contradict each other.
void refuse_contradictions(const PruneOptions& options);

/// What is asked for, as far as the rows allow it: folds need rows, `auto` saves them where there are very many, and some methods are for
/// classes only (an input `Error`). Notes what it changes.
PruneOptions effective_pruning(const TrainingSet& set, const ClassTerms& terms, Preset preset, PruneOptions options,
                               Messages& messages);

}  // namespace treewright
