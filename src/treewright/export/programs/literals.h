// Numbers and names of data as literals and comments of programs. Whatever a name holds, it neither ends the literal or comment that it
// stands in, nor reads as anything else to a compiler, an interpreter, a preprocessor or an HTML page around a script.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treewright {

/// A finite number as a literal of type double in C, C++, Java, JavaScript and Python: the shortest that reads back as the same.
[[nodiscard]] std::string double_literal(double value);

/// "text" in C and C++: the bytes, all that is not printable ASCII as octal escapes.
[[nodiscard]] std::string c_string(std::string_view text);
/// "text" in Java: ASCII only. Bytes that are not UTF-8 become U+FFFD, here and below.
[[nodiscard]] std::string java_string(std::string_view text);
/// "text" in JavaScript: ASCII only, and nothing that an HTML page around the script would take for a tag.
[[nodiscard]] std::string javascript_string(std::string_view text);
/// "text" in Python: letters of any script stay as they are.
[[nodiscard]] std::string python_string(std::string_view text);

enum class CommentLetters { any, ascii };
/// 'text' inside a comment of any of these languages, on one line, shortened to some 60 characters.
[[nodiscard]] std::string in_comment(std::string_view text, CommentLetters letters = CommentLetters::any);

}  // namespace treewright
