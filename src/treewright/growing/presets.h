// The textbooks' learners and our own, each a choice of parts.
#pragma once

#include <string_view>

#include "treewright/growing/options.h"

namespace treewright {

/// `automatic` is our own recipe, found by experiment; its word is auto.
enum class Preset { id3, c45, cart, automatic };

GrowOptions preset_options(Preset preset);

}  // namespace treewright
