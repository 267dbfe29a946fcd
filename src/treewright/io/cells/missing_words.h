// The words that mean "missing" in a file, such as NA.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/io/cells/record.h"

namespace treewright {

/// The empty word is always among them.
class MissingWords {
public:
    explicit MissingWords(const std::vector<std::string>& words);

    /// In any case of ASCII letters.
    [[nodiscard]] bool contain(std::string_view text) const {
        // Nearly all cells are decided by their first byte.
        return text.empty() || (first_byte_[static_cast<unsigned char>(text[0])] && contain_slowly(text));
    }
    /// Whether a number can be missing: -999.
    [[nodiscard]] bool hold_numbers() const { return hold_numbers_; }
    /// A quoted field is never missing.
    [[nodiscard]] bool match(const Field& field) const { return !field.quoted && contain(field.text); }

private:
    [[nodiscard]] bool contain_slowly(std::string_view text) const;

    std::vector<std::string> words_;  ///< in lower case
    std::array<bool, 256> first_byte_{};
    bool hold_numbers_ = false;
};

}  // namespace treewright
