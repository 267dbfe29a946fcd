// The parts of a table, as text, JSON and CSV.
#pragma once

#include <string>

#include "treewright/resampling/split_rows.h"

namespace treewright {

std::string split_text(const SplitResult& result);
/// `file`: what the table was read from.
std::string split_json(const SplitResult& result, const std::string& file);
std::string split_csv(const SplitResult& result);

}  // namespace treewright
