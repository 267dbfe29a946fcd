// Rows that a tree itself suggests: those on which two implementations of it would differ first. Every leaf that can be reached; at every
// node the threshold and its two neighbours among the doubles, every level, the value missing or unseen, and each surrogate's decision in
// turn; for every feature the numbers at the ends of the range of doubles.
//
// A row is made for a node by following the lowered tree: each step on the path narrows what a cell may hold (probing/cell_set.h). If the
// usual way, by the tested value itself, is closed, the search tries the ways of a missing or unseen value and of the surrogates.
// The rows are a function of the model and the limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Why a row was made.
enum class ProbeKind : std::uint8_t {
    leaf,       ///< ends in a leaf, by known values where possible
    threshold,  ///< holds a threshold, or the double below or above it; dates also the days around it
    level,      ///< arrives at a split on levels with one of them
    surrogate,  ///< a surrogate decides: by its threshold, one of its neighbours or a level
    missing,
    unseen,   ///< a level that the schema does not have
    special,  ///< ±0, ±infinity, the smallest and largest numbers
    data,     ///< a row of the user's
};
inline constexpr std::size_t probe_kinds = 8;
std::string_view word_of(ProbeKind kind);

/// For trees of many thousand nodes. Of more probes than that, every n-th is made, from all parts of the tree: at most half of the rows
/// are for leaves and a quarter for missing, unseen and special values of each feature.
struct ProbeLimits {
    std::size_t rows = 20'000;
    std::size_t cells = 8'000'000;      ///< rows × features; a thousand rows are always allowed
    std::size_t steps = 4'000'000;      ///< of the search for other ways, over all rows
    std::size_t steps_per_row = 4'000;  ///< the same for one row
};

struct ProbeRows {
    /// The features in the order of the schema, with its levels; `unseen_code` for unseen levels. A cell may hold -0.
    Table table;
    std::vector<ProbeKind> kinds;  ///< by row
    std::size_t leaves = 0;
    std::size_t leaves_reached = 0;  ///< by any row of the kind `leaf`
    std::size_t left_out = 0;        ///< probes that the limits left out

    [[nodiscard]] std::size_t count(ProbeKind kind) const;
};

[[nodiscard]] ProbeRows probe_rows(const Model& model, const ProbeLimits& limits = {});
/// The same as a table that a file can hold: an unseen level has a name, and rows with infinite numbers are left out.
[[nodiscard]] Table named_probe_rows(const Model& model, const ProbeLimits& limits = {});

/// Texts for `unseen_code`: other than all levels and words for missing of a category, and close to its levels (another case, a blank at
/// the end) where that is another level.
[[nodiscard]] std::vector<std::string> unseen_texts(const ColumnSchema& category);

}  // namespace treewright
