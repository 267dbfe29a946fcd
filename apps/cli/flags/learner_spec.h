// Learners by what a user would write behind `treewright train`: "cart --max-depth 4".
#pragma once

#include <string>
#include <vector>

#include "cli/flags/training_options.h"

namespace treewright::cli {

struct LearnerSpec {
    std::string name;  ///< as it was written
    Settings settings;
};

/// A preset, behind it options of the catalogue. A usage `Error` that quotes the text for anything else.
LearnerSpec learner_spec(const std::string& text);

/// The default learner with the preset and then the settings of both lists on top, the spec's last.
TrainOptions options_of(const LearnerSpec& spec, const TrainOptions& classes, const Settings& for_all);

}  // namespace treewright::cli
