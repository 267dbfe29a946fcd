// Names for the numbers that say which row, feature, node, class or level is meant. They are plain integers, so that an index costs no
// conversion; a list of them is half as long as one of std::size_t. Which of them may be "none" is said here, with a name for it.
// The choice: docs/decisions/0023-names-for-ids.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace treewright {

using RowId = std::uint32_t;      ///< position of a row in its table
using FeatureId = std::uint32_t;  ///< position in `Schema::features`
using NodeId = std::uint32_t;     ///< position in `Tree::nodes`
using BranchId = std::uint32_t;   ///< position among the children of one node: not the number of a node
using ClassId = std::uint32_t;    ///< position in `Schema::classes()`
using LevelCode = std::int32_t;   ///< position among the levels of a column, or one of the two below

inline constexpr FeatureId no_feature = UINT32_MAX;  ///< what a leaf asks about
inline constexpr ClassId no_class = UINT32_MAX;      ///< what a regression predicts instead of a class
inline constexpr NodeId no_parent = UINT32_MAX;      ///< of the root

inline constexpr LevelCode missing_code = -1;  ///< the cell is missing
inline constexpr LevelCode unseen_code = -2;   ///< a level that is not in the model's schema (prediction only)

/// Where the level of a code stands among the levels of its column. The code is neither of the two above.
constexpr std::size_t position_of(LevelCode code) { return static_cast<std::size_t>(code); }
/// The other way round.
constexpr LevelCode level_code(std::size_t position) { return static_cast<LevelCode>(position); }

}  // namespace treewright
