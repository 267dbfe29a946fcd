// Finds and loads the plugin that holds the Arrow library, at the first call only: it takes 10 ms, which a CSV should not pay.
#pragma once

#include <string>

#include "treewright/io/arrow/arrow_plugin.h"

namespace treewright {

/// The plugin's functions. Throws an input `Error` that begins with `what` ("x.parquet: it is a Parquet file") if this
/// installation has no plugin, with advice.
[[nodiscard]] const TreewrightArrowPlugin& arrow_library(const std::string& what);

}  // namespace treewright
