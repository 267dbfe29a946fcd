#include "treewright/report/page.h"

#include <fmt/format.h>

#include "treewright/export/display.h"

namespace treewright {

namespace {

constexpr std::size_t label_width = 18;

}  // namespace

std::string without_folder(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

std::string summary_line(std::string_view label, const std::string& value) {
    return fmt::format("{:<{}}{}\n", label, label_width, hanging(printable(value), page_width, label_width));
}

std::string summary_paragraph(const std::string& text) { return hanging(printable(text), page_width, 0) + "\n"; }

}  // namespace treewright
