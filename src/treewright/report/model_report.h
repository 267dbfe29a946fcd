// A tree in a few lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/report/document.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Rows, features used, leaves, depth, training error and that of the majority or the mean, the most important features.
std::string summary_text(const Model& model);
Document summary_document(const Model& model);

/// Members of an object that the caller has begun: docs/command-line.md, "summary".
void write_summary(JsonWriter& json, const Model& model);

/// The depth down to which a drawing stays within `lines` lines: all of a small tree, at least the first branches of a large one.
std::size_t depth_within(const Tree& tree, std::size_t lines);

}  // namespace treewright
