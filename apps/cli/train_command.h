// The `treewright train` that does what another verb has found to be best.
#pragma once

#include <string>
#include <vector>

#include "treewright/resampling/tuning.h"

namespace treewright::cli {

/// From the arguments of cv: without its own options, with those that were chosen. Quoted for a shell.
std::string train_command(const std::vector<std::string>& arguments, const Settings& chosen);

}  // namespace treewright::cli
