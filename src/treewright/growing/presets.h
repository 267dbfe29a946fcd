// The textbooks' learners and our own, as choices of options.
#pragma once

#include <string_view>

#include "treewright/growing/options.h"

namespace treewright {

/// `automatic` is our own choice, found by experiment; users write "auto".
enum class Preset { id3, c45, cart, automatic };

GrowOptions preset_options(Preset preset);

}  // namespace treewright
