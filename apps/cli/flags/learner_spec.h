// Learners given as a text of training options, as after `treewright train`: "cart --max-depth 4".
#pragma once

#include <string>
#include <vector>

#include "cli/flags/training_options.h"

namespace treewright::cli {

struct LearnerSpec {
    std::string name;  ///< as it was written
    Settings settings;
};

/// A preset followed by options of the catalogue. A usage `Error` that quotes the text for anything else.
LearnerSpec learner_spec(const std::string& text);

/// The default learner with the spec's preset, then `for_all`, then the spec's other settings applied.
TrainOptions learner_options(const LearnerSpec& spec, const TrainOptions& classes, const Settings& for_all);

}  // namespace treewright::cli
