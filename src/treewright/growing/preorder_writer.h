// Merges trees that grew in any order into one tree in preorder. Subtrees are written as they are finished and can be freed at
// once: a large tree is not in memory twice.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

class PreorderWriter {
public:
    /// `top` must outlive it. `rows`: of the whole tree.
    PreorderWriter(const Tree& top, std::size_t rows);

    /// The position of each node of `top` in preorder: the order in which subtrees have to be added.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

    /// Writes a subtree in place of a leaf of `top`; `rows` are those of the subtree. Returns the new number of each of its
    /// nodes.
    std::vector<NodeId> add_subtree(NodeId leaf, const Tree& subtree, std::size_t rows);

    /// Writes the rest of `top`; once, at the end. `numbers`: the new number of each of its nodes that was not replaced.
    Tree finish(std::vector<std::uint32_t>& numbers);

private:
    /// A tree that is being written into the new one.
    struct Source {
        explicit Source(const Tree& tree);
        const Tree& tree;
        std::vector<std::uint32_t> order;    ///< nodes in preorder
        std::vector<std::size_t> slots;      ///< by node: the position of its number in the new tree's children
        std::vector<std::uint32_t> numbers;  ///< by node: its new number
        std::size_t next = 0;                ///< in `order`
    };
    void write_until(Source& source, std::size_t end);
    void write_next(Source& source);
    void make_room(std::size_t more_nodes);

    Tree ordered_;
    Source top_;
    std::vector<std::uint32_t> places_;
    std::size_t rows_;
    std::size_t rows_written_ = 0;  ///< in subtrees
    std::size_t subtree_nodes_ = 0;
};

}  // namespace treewright
