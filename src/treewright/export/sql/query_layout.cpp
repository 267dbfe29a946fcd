#include "treewright/export/sql/query_layout.h"

namespace treewright {

namespace {
constexpr std::size_t blanks_per_step = 4;
constexpr std::size_t widest_line = 120;
}  // namespace

void SqlLayout::line(std::string_view text) {
    text_.append(indent_ * blanks_per_step, ' ');
    text_ += text;
    text_ += '\n';
}

void SqlLayout::pieces(const std::vector<std::string>& pieces) {
    const std::size_t first = indent_ * blanks_per_step;
    std::size_t width = first;
    text_.append(first, ' ');
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool fits = width + 1 + pieces[i].size() <= widest_line;
        if (i > 0 && fits) {
            text_ += ' ';
            ++width;
        } else if (i > 0) {
            width = first + 2 * blanks_per_step;
            text_ += '\n';
            text_.append(width, ' ');
        }
        text_ += pieces[i];
        width += pieces[i].size();
    }
    text_ += '\n';
}

void SqlLayout::items(const std::vector<std::string>& items) {
    for (std::size_t i = 0; i < items.size(); ++i) line(items[i] + (i + 1 < items.size() ? "," : ""));
}

}  // namespace treewright
