// The `treewright train` command with the parameters that tuning has chosen.
#pragma once

#include <string>
#include <vector>

#include "treewright/resampling/tuning.h"

namespace treewright::cli {

/// From the arguments of cv: without the options that only cv has, with the parameters that were chosen. Quoted for a shell.
std::string train_command(const std::vector<std::string>& arguments, const Settings& chosen);

}  // namespace treewright::cli
