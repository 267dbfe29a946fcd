// The result of a grid search, as text, JSON and CSV. `how_to_train`: the front's command for training with the chosen options; empty:
// none is named.
#pragma once

#include <string>

#include "treewright/base/spelling.h"
#include "treewright/resampling/tune.h"

namespace treewright {

/// The grid and what the choice is worth; the figures of the chosen learner are those of `cv_report.h`.
std::string tune_text(const TuneResult& tuned, const std::string& how_to_train = {}, const Spelling& spelling = plain_spelling);
/// The grid, the choice, and the cross-validation of the chosen learner. `file`: as of `cv_json`.
std::string tune_json(const TuneResult& tuned, const std::string& file = {}, const std::string& how_to_train = {});
/// One line per point of the grid.
std::string tune_csv(const TuneResult& tuned);

}  // namespace treewright
