// The flags of training: one for each parameter of the catalogue, and those about classes, some of which name files.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/console/console.h"
#include "cli/flags/argument_parser.h"
#include "treewright/base/progress.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_options.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/train_options.h"

namespace treewright::cli {

struct TrainingFlags {
    TrainOptions options;
    Settings settings = {};  ///< those of the catalogue, as they were given
    std::string priors = "data";
    std::string costs;       ///< a file
    std::string validation;  ///< a file
};

void declare_training(ArgumentParser& parser, TrainingFlags& flags);
/// The same for a verb that has --folds of its own: those of pruning are --prune-folds.
void declare_training_with_prune_folds(ArgumentParser& parser, TrainingFlags& flags);

/// One for each parameter except the preset, kept as given: for several learners.
void declare_settings(ArgumentParser& parser, Settings& settings);
void declare_classes(ArgumentParser& parser, TrainingFlags& flags);

/// The input files that the flags name.
std::vector<std::string> files_of(const TrainingFlags& flags);

/// The validation set of --validation, read with the schema of the training set; null without that flag.
std::shared_ptr<const TrainingSet> read_validation(const TrainingFlags& flags, const TargetOptions& target,
                                                   const ReadOptions& read, const TrainingSet& set, const Run& run);

/// Reads the files of priors and costs into the options.
void read_class_files(TrainingFlags& flags, Progress& progress);

}  // namespace treewright::cli
