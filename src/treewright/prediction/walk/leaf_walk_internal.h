// The inner loop of batch prediction: rows go down a compact tree eight at a time, so that the cache misses of all of them
// overlap. It is branch-free except for the check whether all rows have reached their leaves.
//
// Measured on one core (1M rows x 20 floats, touching each row alone 4 to 6 ms): depth 6 from columns 10.6 ms, from a row-major matrix
// 9.3; in a tree of 214,569 nodes, 25 steps per row, about 105 and 85. docs/decisions/0011 lists what else was tried.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "treewright/data/ids.h"
#include "treewright/prediction/walk/compact_tree.h"
#include "treewright/tree/routing.h"

namespace treewright {

inline constexpr std::size_t rows_in_flight = 8;  // 16 were no faster at depth 6 and slower in deep trees

template <class Value>
struct BlockCells {
    const Value* const* columns;
    Value operator()(FeatureId feature, std::size_t row) const { return columns[feature][row]; }
};

template <class Value>
struct MatrixCells {
    const Value* cells;
    std::size_t step;
    Value operator()(FeatureId feature, std::size_t row) const { return cells[row * step + feature]; }
};

/// 1 for the second child. Negation flips the sign bit, because a NaN must stay one.
template <class Value>
inline std::uint32_t second_by_threshold(const CompactNode<Value>& node, Value cell) {
    constexpr unsigned to_sign = 8 * sizeof(Value) - 32;
    using Bits = CellBits<Value>;
    const Bits sign = static_cast<Bits>(node.question & CompactNode<Value>::negated) << to_sign;
    const auto asked = std::bit_cast<Value>(std::bit_cast<Bits>(cell) ^ sign);
    return asked <= node.threshold ? 0U : 1U;
}

template <class Value>
struct NumbersOnly {
    NumbersOnly(const CompactTree<Value>& tree, const Tree& /*model_tree*/) : nodes(tree.nodes.data()) {}

    std::uint32_t next(std::uint32_t at, const auto& cells, std::size_t row) const {
        const CompactNode<Value>& node = nodes[at];
        const Value cell = cells(node.question & CompactNode<Value>::feature, row);
        return node.first_child + second_by_threshold(node, cell);
    }

    const CompactNode<Value>* nodes;
};

template <class Value>
struct WithCategories {
    WithCategories(const CompactTree<Value>& compact_tree, const Tree& model_tree) : compact(compact_tree), tree(model_tree) {}

    /// All kinds of tests are evaluated, and masks select one (branch-free): the kind of the next node is unpredictable.
    std::uint32_t next(std::uint32_t at, const auto& cells, std::size_t row) const {
        using Out = CompactNode<Value>;
        const Out& node = compact.nodes[at];
        const Value cell = cells(node.question & Out::feature, row);
        const auto key = static_cast<std::uint32_t>(std::bit_cast<CellBits<Value>>(cell));
        if ((node.question & Out::as_tree) != 0) [[unlikely]]
            return node.first_child + child_for_code(tree, compact.numbers[at], code_of_key(key));
        const std::uint32_t is_set = mask(node.question & Out::set);
        const std::uint32_t is_multiway = mask(node.question & Out::multiway);
        const auto place = static_cast<std::uint32_t>(std::bit_cast<CellBits<Value>>(node.threshold)) & is_set;
        const std::uint32_t in_set = compact.sets[place + ((key & is_set) >> 5U)] >> (key & 31U) & is_set & 1U;
        return node.first_child + in_set + (key & is_multiway) + (second_by_threshold(node, cell) & ~(is_set | is_multiway));
    }
    static std::uint32_t mask(std::uint32_t bit) { return bit == 0 ? 0U : UINT32_MAX; }

    const CompactTree<Value>& compact;
    const Tree& tree;
};

template <class Questions, class Value, class Cells>
class LeafWalk {
public:
    LeafWalk(const CompactTree<Value>& tree, const Tree& model_tree, const Cells& cells)
        : tree_(tree), questions_(tree, model_tree), cells_(cells) {}

    /// The leaves of rows 0 to count - 1, as numbers of the model's tree.
    void find(std::size_t count, std::uint32_t* leaves) const {
        std::size_t row = 0;
        for (; row + rows_in_flight <= count; row += rows_in_flight) find_group<rows_in_flight>(row, leaves + row);
        for (; row < count; ++row) find_group<1>(row, leaves + row);
    }

private:
    template <std::size_t group>
    void find_group(std::size_t row, std::uint32_t* leaves) const {
        std::array<std::uint32_t, group> at{};
        for (std::uint32_t depth = 0; depth < tree_.shallowest; ++depth) step(at, row);
        // A superfluous step is harmless, and checking after each one cost a tenth.
        for (std::uint32_t depth = tree_.shallowest; depth < tree_.deepest; depth += 2) {
            step(at, row);
            if (!go_on(at, row)) break;
        }
        for (std::size_t i = 0; i < group; ++i) leaves[i] = tree_.numbers[at[i]];
    }

    template <std::size_t group>
    void step(std::array<std::uint32_t, group>& at, std::size_t row) const {
        for (std::size_t i = 0; i < group; ++i) at[i] = questions_.next(at[i], cells_, row + i);
    }

    /// One step of each row; false if all have reached their leaves.
    template <std::size_t group>
    bool go_on(std::array<std::uint32_t, group>& at, std::size_t row) const {
        std::uint32_t moved = 0;
        for (std::size_t i = 0; i < group; ++i) {
            const std::uint32_t next = questions_.next(at[i], cells_, row + i);
            moved |= next ^ at[i];
            at[i] = next;
        }
        return moved != 0;
    }

    const CompactTree<Value>& tree_;
    Questions questions_;
    Cells cells_;
};

}  // namespace treewright
