// The compact tree for batch prediction: a node has 12 bytes if cells are floats and 16 if they are doubles, against some 150
// in `Tree`, and its children are adjacent, so that the next node is computed branch-free.
//
// 1. At a threshold a row goes to the second child unless its cell is at most the threshold. So a missing cell (NaN) goes to
//    the second. Where the tree sends missing cells to the first, the node is `negated`: cell and threshold are negated, and
//    the children are swapped.
// 2. A leaf is its own second child, and its threshold is NaN: whatever the cell, a row that has reached a leaf stays there
//    (self-loop).
// 3. The cell of a category is a level key. A set is a bit set over the keys: 1 means the second child. A multiway node has a
//    child for each key; those of missing and unseen levels are copies of the child that receives them.
// 4. Nodes are in preorder with the heavier child first: for most rows the next node is in a cache line that is already loaded.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The key of a level code: 0 unseen, 1 missing, 2 … the levels, and a last one for codes beyond the schema's levels.
constexpr std::uint32_t level_key(LevelCode code, std::size_t levels) {
    return static_cast<std::uint32_t>(std::clamp(code, unseen_code, level_code(levels)) - unseen_code);
}
constexpr LevelCode code_of_key(std::uint32_t key) { return level_code(key) + unseen_code; }
constexpr std::size_t level_keys(std::size_t levels) { return levels + 3; }

/// An integer as wide as a cell.
template <class Value>
using CellBits = std::conditional_t<sizeof(Value) == 4, std::uint32_t, std::uint64_t>;

template <class Value>
constexpr Value cell_of_key(std::uint32_t key) {
    return std::bit_cast<Value>(static_cast<CellBits<Value>>(key));
}

/// The largest `Value` that is not above a threshold: a `Value` is at most the one if and only if it is at most the other.
template <class Value>
Value rounded_down(double threshold);

template <class Value>
struct CompactNode {
    // Bits of `question` besides the feature.
    static constexpr std::uint32_t negated = 1U << 31U;
    static constexpr std::uint32_t set = 1U
                                         << 30U;  ///< the threshold's bits are the offset of the bit set in `CompactTree::sets`
    static constexpr std::uint32_t multiway = 1U << 29U;  ///< the key is the position of the child
    static constexpr std::uint32_t as_tree =
        1U << 28U;  ///< falls back to the model's tree, whose lists are shorter than a bit set would be
    static constexpr FeatureId feature = as_tree - 1;  ///< the bits of the feature's position in the schema

    Value threshold = std::numeric_limits<Value>::quiet_NaN();
    std::uint32_t question = 0;
    std::uint32_t first_child = 0;
};

template <class Value>
struct CompactTree {
    std::vector<CompactNode<Value>> nodes;  ///< the root is the first
    std::vector<std::uint32_t> numbers;     ///< number of each of these nodes in the model's tree
    std::vector<std::uint32_t> sets;        ///< bit sets, 32 keys per word; never empty
    bool has_categories = false;            ///< whether any node tests a level
    std::uint32_t shallowest = 0;           ///< depth of the leaf nearest to the root
    std::uint32_t deepest = 0;
    double mean_depth = 0.0;  ///< of the leaves that the training rows ended in
};

/// For `float` and `double`.
template <class Value>
CompactTree<Value> make_compact(const Model& model);

}  // namespace treewright
