// The words of one line of an ARFF file: bare or in quotes of either kind, with backslash escapes; `%` begins a comment.
#pragma once

#include <span>
#include <string_view>

#include "treewright/io/cells/record.h"
#include "treewright/io/place.h"

namespace treewright {

class ArffScanner {
public:
    /// Escapes are undone in place: the bytes change, and the words point to them. `place` is for errors.
    ArffScanner(std::span<char> line, Place place) : at_(line.data()), end_(at_ + line.size()), place_(place) {}

    /// Whether nothing but blanks and a comment is left.
    [[nodiscard]] bool at_end();
    /// Passes `wanted` if it comes next, after blanks.
    bool pass(char wanted);
    /// The next word, up to one of `stops`, blanks around it dropped.
    [[nodiscard]] Field word(std::string_view stops);

private:
    void skip_blanks();
    [[nodiscard]] Field quoted_word();
    [[nodiscard]] Field bare_word(std::string_view stops);

    char* at_;
    char* end_;
    Place place_;
};

/// Whether there is a comma outside quotes.
[[nodiscard]] bool has_bare_comma(std::span<const char> line);

}  // namespace treewright
