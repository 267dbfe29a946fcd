// The tree as text: questions down the page, one branch per line, the prediction of each leaf and its confidence in a column on the right.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "treewright/tree/model.h"

namespace treewright {

inline constexpr std::size_t least_text_width = 40;

struct TextStyle {
    std::size_t width = 80;  ///< columns to stay within; at least `least_text_width` are used
    std::size_t max_depth = std::numeric_limits<std::size_t>::max();  ///< nodes below this depth are counted, not drawn
    bool color = false;                                               ///< ANSI colours; they only repeat what the words say
    bool cuts = true;         ///< shorten names that do not fit; if not, such a line is longer
    bool all_levels = false;  ///< list every level of a set, however many

    /// For a table: its lines may be that wide.
    [[nodiscard]] std::size_t table_width() const { return cuts ? width : std::numeric_limits<std::size_t>::max(); }
};

/// Lines that end with a line break each. Subtrees more than 40 levels deep go on in sections of their own, by node number.
std::string tree_text(const Model& model, const TextStyle& style = {});

}  // namespace treewright
