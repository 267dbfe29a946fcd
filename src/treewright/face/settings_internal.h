// Settings by name, looked up in the catalogue.
#pragma once

#include <vector>

#include "treewright/training/catalogue.h"
#include "treewright/treewright.h"

namespace treewright {

/// A usage `Error` for a name that is not one of the learner's.
Settings settings_of(const std::vector<NamedSetting>& settings);

}  // namespace treewright
