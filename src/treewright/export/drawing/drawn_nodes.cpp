#include "treewright/export/drawing/drawn_nodes.h"

#include <algorithm>
#include <optional>

namespace treewright {

namespace {

class TreeSelection {
public:
    TreeSelection(const Tree& tree, const TreeExcerpt& excerpt) : tree_(tree), excerpt_(excerpt), leaves_(leaves_below(tree)) {}

    std::vector<DrawnNode> select() {
        open_.push_back({drawn(0, 0, 0), 0});
        while (!open_.empty()) {
            auto [node, depth] = open_.back();
            open_.pop_back();
            const auto position = static_cast<std::uint32_t>(list_.size());
            if (node.as == DrawnAs::split && (depth >= excerpt_.depth || !open_children(node.node, position, depth)))
                node.as = DrawnAs::cut;
            list_.push_back(node);
        }
        return std::move(list_);
    }

private:
    struct Open {
        DrawnNode node;
        std::size_t depth = 0;
    };

    [[nodiscard]] DrawnNode drawn(NodeId number, std::uint32_t parent, BranchId branch) const {
        const Node& node = tree_.nodes[number];
        return {node.is_leaf() ? DrawnAs::leaf : DrawnAs::split, number, parent, branch, 1, leaves_[number], node.weight};
    }

    /// False if none of them has enough rows.
    bool open_children(NodeId number, std::uint32_t position, std::size_t depth) {
        const auto children = tree_.children_of(number);
        std::vector<DrawnNode> kept;
        std::optional<DrawnNode> stub;
        std::size_t place_of_stub = 0;
        for (BranchId branch = 0; branch < children.size(); ++branch) {
            const DrawnNode child = drawn(children[branch], position, branch);
            if (child.weight >= excerpt_.min_rows)
                kept.push_back(child);
            else
                place_of_stub = add_to(stub, child, kept.size());
        }
        if (kept.empty()) return false;
        if (stub) kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(stub->branches == 1 ? place_of_stub : kept.size()), *stub);
        for (auto child = kept.rbegin(); child != kept.rend(); ++child) open_.push_back({*child, depth + 1});
        return true;
    }

    static std::size_t add_to(std::optional<DrawnNode>& stub, const DrawnNode& child, std::size_t place) {
        if (!stub) {
            stub = child;
            stub->as = DrawnAs::stub;
            return place;
        }
        ++stub->branches;
        stub->leaves += child.leaves;
        stub->weight += child.weight;
        return place;
    }

    const Tree& tree_;
    const TreeExcerpt& excerpt_;
    std::vector<std::size_t> leaves_;
    std::vector<Open> open_;
    std::vector<DrawnNode> list_;
};

}  // namespace

std::vector<DrawnNode> drawn_nodes(const Tree& tree, const TreeExcerpt& excerpt) {
    return TreeSelection(tree, excerpt).select();
}

}  // namespace treewright
