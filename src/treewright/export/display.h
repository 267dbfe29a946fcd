// Text in columns of a terminal: how wide it is there, and how to make it fit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

/// A character of UTF-8; a byte that is not part of one becomes U+FFFD.
struct Character {
    char32_t code = 0;
    std::size_t bytes = 1;
    bool valid = true;
};
Character first_character(std::string_view text);  ///< `text` is not empty

/// Control characters, line and paragraph separators, those that turn the direction of text, and bytes that are not UTF-8.
bool is_unprintable(const Character& character);
/// The text on one line, with escapes such as \n, \u001b and \xff for what is not printed: a name from a foreign file must not
/// command the terminal.
std::string printable(std::string_view text);

/// Columns that a terminal gives the text: 2 for wide East Asian characters and emoji, 0 for combining marks.
std::size_t display_width(std::string_view text);
/// At most `width` columns: the middle gives way to an ellipsis.
std::string shortened(std::string_view text, std::size_t width);
/// The same, wider if another of `names` would look alike: two names that differ never become one.
std::string shortened_among(std::string_view text, std::size_t width, const std::vector<std::string>& names);
std::string pad_right(std::string text, std::size_t width);
std::string pad_left(std::string text, std::size_t width);

/// Breaks a text at its blanks into lines of at most `width` columns; all lines but the first start with `indent` blanks.
/// A word that is wider than a line gets a line of its own.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// Breaks a text that begins at column `indent` into lines that end before column `width` and begin at `indent`, too.
std::string hanging(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace treewright
