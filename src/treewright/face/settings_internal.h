// Settings by name, looked up in the catalogue.
#pragma once

#include <initializer_list>

#include "treewright/training/catalogue.h"
#include "treewright/treewright.h"

namespace treewright {

/// A usage `Error` for a name that is not one of the learner's.
Settings settings_of(std::initializer_list<NamedSetting> settings);

}  // namespace treewright
