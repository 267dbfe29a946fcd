// Writes trees that grew in any order into one tree in preorder. Subtrees that grew apart are written as they come and can go at once:
// a large tree does not stand in memory twice.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

class PreorderWriter {
public:
    /// `top` must outlive it. `rows`: those of the whole tree, of which every subtree says how many it stands for.
    PreorderWriter(const Tree& top, std::size_t rows);

    /// The place of each node of `top` among its nodes in preorder: the order in which subtrees have to come.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

    /// Writes a subtree in the place of a leaf of `top`; returns the new number of each of its nodes.
    std::vector<NodeId> add_subtree(NodeId leaf, const Tree& subtree, std::size_t rows);

    /// The rest of `top`; once, at the end. `numbers`: the new number of each of its nodes, for those that were not replaced.
    Tree finish(std::vector<std::uint32_t>& numbers);

private:
    /// A tree on its way into the new one.
    struct Source {
        explicit Source(const Tree& tree);
        const Tree& tree;
        std::vector<std::uint32_t> order;    ///< nodes in preorder
        std::vector<std::size_t> slots;      ///< by node: where its number is to stand among the new tree's children
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
