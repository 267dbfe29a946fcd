// The `treewright train` that does what another verb has found to be best.
#pragma once

#include <string>
#include <vector>

#include "treewright/training/catalogue.h"

namespace treewright::cli {

struct ChosenOption {
    const Parameter* parameter = nullptr;
    std::string value;
};

/// From the arguments of cv: without its own options, with those that were chosen. Quoted for a shell.
std::string train_command(const std::vector<std::string>& arguments, const std::vector<ChosenOption>& chosen);

}  // namespace treewright::cli
