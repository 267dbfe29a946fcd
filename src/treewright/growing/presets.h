// The textbooks' learners, each a choice of parts.
#pragma once

#include <string_view>

#include "treewright/growing/options.h"

namespace treewright {

enum class Preset { id3, c45, cart };

GrowOptions preset_options(Preset preset);

}  // namespace treewright
