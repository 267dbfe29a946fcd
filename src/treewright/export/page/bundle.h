// The program of the page and its style sheet: web/dist, embedded by cmake/embed_page.cmake.
#pragma once

#include <string_view>

namespace treewright {

extern const std::string_view page_program;
extern const std::string_view page_style;

}  // namespace treewright
