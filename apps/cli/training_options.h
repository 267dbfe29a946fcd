// The flags of training: one for each parameter of the catalogue, and those about classes, some of which name files.
#pragma once

#include <string>

#include "cli/argument_parser.h"
#include "treewright/base/progress.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/options.h"

namespace treewright::cli {

struct TrainingFlags {
    TrainOptions options;
    std::string priors = "data";
    std::string costs;       ///< a file
    std::string validation;  ///< a file
};

/// One option, or two flags where the parameter is a switch; `take` gets the text that the parameter would read,
/// `usual` says what holds without it.
void declare_parameter(ArgumentParser& parser, const Parameter& parameter, const ArgumentParser::Take& take,
                       const TrainOptions& usual = {});

void declare_training(ArgumentParser& parser, TrainingFlags& flags);

/// Reads the files that the flags name into the options.
void read_class_files(TrainingFlags& flags, Progress& progress);

}  // namespace treewright::cli
