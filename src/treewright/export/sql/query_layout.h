// Lines of SQL with their indentation. Long lines are broken between the pieces that they are given in, never inside a name or a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

class SqlLayout {
public:
    explicit SqlLayout(std::size_t indent = 0) : indent_(indent) {}

    void line(std::string_view text);
    /// On one line where it fits; what follows stands eight blanks deeper.
    void pieces(const std::vector<std::string>& pieces);
    /// Items with a comma between them, a line each.
    void items(const std::vector<std::string>& items);
    void indent() { ++indent_; }
    void outdent() { --indent_; }

    [[nodiscard]] std::size_t depth() const { return indent_; }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::size_t indent_;
    std::string text_;
};

}  // namespace treewright
