// Lines of code with their indentation, and texts with gaps to be filled.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treewright {

/// How blocks are marked: with braces, or by their indentation alone.
enum class Blocks { braces, indentation };

class CodeWriter {
public:
    explicit CodeWriter(Blocks blocks = Blocks::braces) : blocks_(blocks) {}

    /// One line; an empty one has no indentation.
    void line(std::string_view text = {});
    /// Several, separated by '\n', each with the indentation of the block it stands in.
    void lines(std::string_view text);
    /// Items with a comma behind each, as many on a line as fit.
    void items(const std::vector<std::string>& items);

    /// `if (x) {`, or `if x:`, and a comment. The lines of a long header but the first are indented twice.
    void open(std::string_view header, std::string_view comment = {});
    /// `} else {`, or `else:`.
    void reopen(std::string_view header);
    /// `}`, and what stands behind it where there are braces.
    void close(std::string_view behind = {});
    void indent() { ++depth_; }
    void outdent() { --depth_; }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    Blocks blocks_;
    std::size_t depth_ = 0;
    std::string text_;
};

using Gap = std::pair<std::string_view, std::string_view>;  ///< a name and its value

/// A text with every `@name@` replaced by its value; values are not searched again.
[[nodiscard]] std::string filled(std::string_view text, std::initializer_list<Gap> gaps);

}  // namespace treewright
