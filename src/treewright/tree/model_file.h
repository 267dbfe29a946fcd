// The model file: compact JSON, one fixed form for one model. docs/model-file.md is its specification.
#pragma once

#include <string>
#include <string_view>

#include "treewright/tree/model.h"

namespace treewright {

inline constexpr int model_format_version = 2;  ///< of files written; format 1 is read, too

/// The bytes of the file. The model must be sound (check.h).
std::string to_bytes(const Model& model);
/// Throws an input `Error` whose message starts with `name` for anything that `to_bytes` would not have written.
/// Needs at most 40 times the memory of the bytes (a great many empty level names), about 8 times for an ordinary tree.
Model from_bytes(std::string_view bytes, const std::string& name);

/// Writes to a temporary file next to `path`, syncs, renames, syncs the folder: `path` holds the old bytes or the new ones.
void save_model(const Model& model, const std::string& path);
Model load_model(const std::string& path);

}  // namespace treewright
