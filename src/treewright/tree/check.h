// The structural check that every tree passes before it leaves the learner or enters from a file.
#pragma once

#include <optional>
#include <string>

#include "treewright/tree/model.h"

namespace treewright {

/// Nothing if the model is sound, else what is wrong and at which node, as a clause ("node 7: its left set is empty").
std::optional<std::string> find_flaw(const Model& model);

}  // namespace treewright
