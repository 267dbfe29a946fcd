#include "cli/flags/help_layout.h"
#include "treewright/report/page.h"

#include <fmt/format.h>

#include "treewright/export/display.h"

namespace treewright::cli {

namespace {

constexpr std::size_t sentence_column = 26;

}  // namespace

void HelpLayout::paragraph(std::string_view text) { text_ += wrapped(text, page_width, 0) + '\n'; }

void HelpLayout::heading(std::string_view title) { text_ += fmt::format("\n{}:\n", title); }

void HelpLayout::verbatim(std::string_view line) { text_ += fmt::format("  {}\n", line); }

void HelpLayout::entry(std::string_view name, std::string_view sentence) {
    const std::string start = "  " + std::string(name);
    text_ += start;
    if (display_width(start) + 2 > sentence_column)
        text_ += '\n' + std::string(sentence_column, ' ');
    else
        text_ += std::string(sentence_column - display_width(start), ' ');
    text_ += hanging(sentence, page_width, sentence_column) + '\n';
}

void HelpLayout::example(std::string_view comment, std::string_view command) {
    text_ += fmt::format("  # {}\n  {}\n", comment, command);
}

std::string spaced_names(std::string_view names) {
    const std::size_t comma = names.find(',');
    if (comma == std::string_view::npos) return std::string(names);
    return fmt::format("{}, {}", names.substr(0, comma), names.substr(comma + 1));
}

}  // namespace treewright::cli
