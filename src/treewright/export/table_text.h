// A small table as text: columns that line up, a first column that is shortened where the page is narrow.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace treewright {

class TextTable {
public:
    enum class Align { left, right };

    /// One alignment per column; columns are separated by two blanks.
    explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

    /// At most one cell per column; those left out are empty. What is not printed is escaped.
    void add_row(std::vector<std::string> cells);
    /// A line of its own between the rows, indented like them.
    void add_note(std::string text);
    /// For other forms of the table.
    [[nodiscard]] const std::vector<Align>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<std::vector<std::string>>& rows() const { return rows_; }
    /// Lines of at most `width` columns if shortening the cells of the first column can achieve that; cells that differ keep looking different.
    [[nodiscard]] std::string text(std::size_t indent, std::size_t width) const;

private:
    [[nodiscard]] std::vector<std::size_t> widths(std::size_t room) const;
    /// Whether two of them that differ would be the same text at this width.
    [[nodiscard]] bool first_cells_look_alike(std::size_t width) const;
    [[nodiscard]] std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

    struct Note {
        std::size_t before_row;
        std::string text;
    };
    std::vector<Align> columns_;
    std::vector<std::vector<std::string>> rows_;
    std::vector<Note> notes_;
};

}  // namespace treewright
