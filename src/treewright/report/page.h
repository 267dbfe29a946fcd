// The page that text is laid out for: its width, labelled lines, paragraphs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treewright {

inline constexpr std::size_t page_width = 80;

/// The name of a file. A page goes to others, whom the folders of its maker do not concern.
[[nodiscard]] std::string without_folder(const std::string& path);

/// A line of a summary: a label, and its value in a column of its own.
std::string summary_line(std::string_view label, const std::string& value);

/// Whole sentences, broken at the width of the page.
std::string summary_paragraph(const std::string& text);

}  // namespace treewright
