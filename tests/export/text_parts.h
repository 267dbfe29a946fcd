// For tests that look for parts of a text.
#pragma once

#include <string>

namespace treewright {

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace treewright
