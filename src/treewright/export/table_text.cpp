#include "treewright/export/table_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include "treewright/export/display.h"

namespace treewright {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t least_first_column = 8;

std::string without_trailing_blanks(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}  // namespace

void TextTable::add_row(std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = printable(cell);
    rows_.push_back(std::move(cells));
}

void TextTable::add_note(std::string text) { notes_.push_back({rows_.size(), std::move(text)}); }

bool TextTable::first_cells_look_alike(std::size_t width) const {
    std::map<std::string, std::string> cell_behind;
    return std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) {
        return !row.empty() && cell_behind.try_emplace(shortened(row[0], width), row[0]).first->second != row[0];
    });
}

std::vector<std::size_t> TextTable::widths(std::size_t room) const {
    std::vector<std::size_t> widths(columns_.size(), 0);
    for (const auto& row : rows_)
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c]));
    std::size_t total = gap * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    if (total > room) {
        const std::size_t whole = widths[0];
        widths[0] = std::max(std::min(whole, least_first_column), whole - std::min(whole, total - room));
        while (widths[0] < whole && first_cells_look_alike(widths[0])) ++widths[0];
    }
    return widths;
}

std::string TextTable::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string cell = c == 0 ? shortened(cells[c], widths[c]) : cells[c];
        if (c > 0) line.append(gap, ' ');
        line += columns_[c] == Align::left ? pad_right(cell, widths[c]) : pad_left(cell, widths[c]);
    }
    return line;
}

std::string TextTable::text(std::size_t indent, std::size_t width) const {
    const std::vector<std::size_t> column_widths = widths(width - std::min(width, indent));
    std::string text;
    const auto add = [&](const std::string& line) { text += without_trailing_blanks(std::string(indent, ' ') + line) + '\n'; };
    auto note = notes_.begin();
    for (std::size_t r = 0; r <= rows_.size(); ++r) {
        for (; note != notes_.end() && note->before_row == r; ++note) add(note->text);
        if (r < rows_.size()) add(line(rows_[r], column_widths));
    }
    return text;
}

}  // namespace treewright
