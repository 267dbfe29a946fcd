#include "treewright/growing/preorder_writer.h"

#include <algorithm>
#include <new>
#include <span>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"

namespace treewright {

namespace {

constexpr std::size_t no_slot = SIZE_MAX;
constexpr std::size_t most_classes_for_room = 8;

std::vector<NodeId> preorder_of(const Tree& tree) {
    std::vector<std::uint32_t> order;
    order.reserve(tree.nodes.size());
    std::vector<NodeId> stack{0};
    while (!stack.empty()) {
        const NodeId node = stack.back();
        stack.pop_back();
        order.push_back(node);
        const auto children = tree.children_of(node);
        for (std::size_t i = children.size(); i-- > 0;) stack.push_back(children[i]);
    }
    return order;
}

}  // namespace

PreorderWriter::Source::Source(const Tree& from)
    : tree(from), order(preorder_of(from)), slots(from.nodes.size(), no_slot), numbers(from.nodes.size(), 0) {}

PreorderWriter::PreorderWriter(const Tree& top, std::size_t rows) : top_(top), places_(top.nodes.size()), rows_(rows) {
    ordered_.classes = top.classes;
    for (std::size_t i = 0; i < top_.order.size(); ++i) places_[top_.order[i]] = static_cast<std::uint32_t>(i);
}

/// A vector that doubles holds the tree twice while it is copied: after an eighth of the rows, memory is reserved for the
/// extrapolated number of nodes (at most two per row, if every row is a leaf). Unused memory is never touched. With many
/// classes a wrong guess would cost too much address space.
void PreorderWriter::make_room(std::size_t more_nodes) {
    const std::size_t needed = ordered_.nodes.size() + more_nodes;
    if (needed <= ordered_.nodes.capacity() || 8 * rows_written_ < rows_) return;
    const double nodes_per_row = static_cast<double>(subtree_nodes_) / static_cast<double>(rows_written_);
    const double expected = std::min(1.05 * nodes_per_row, 2.0) * static_cast<double>(rows_);
    const std::size_t room = std::max(needed, top_.order.size() + static_cast<std::size_t>(expected));
    try {
        ordered_.nodes.reserve(room);
        ordered_.children.reserve(room);
        if (ordered_.classes <= most_classes_for_room) ordered_.class_weights.cells.reserve(room * ordered_.classes);
    } catch (const std::bad_alloc&) {
        return;  // the vectors grow as needed
    }
}

std::vector<std::uint32_t> PreorderWriter::add_subtree(NodeId leaf, const Tree& subtree, std::size_t rows) {
    check_invariant(top_.next <= places_[leaf], "subtrees must be added in preorder");
    rows_written_ += rows;
    subtree_nodes_ += subtree.nodes.size();
    make_room(subtree.nodes.size() + top_.order.size());
    write_until(top_, places_[leaf]);
    ++top_.next;
    Source source(subtree);
    source.slots[0] = top_.slots[leaf];
    write_until(source, source.order.size());
    return std::move(source.numbers);
}

Tree PreorderWriter::finish(std::vector<std::uint32_t>& numbers) {
    write_until(top_, top_.order.size());
    numbers = std::move(top_.numbers);
    return std::move(ordered_);
}

void PreorderWriter::write_until(Source& source, std::size_t end) {
    while (source.next < end) write_next(source);
}

void PreorderWriter::write_next(Source& source) {
    const std::uint32_t old = source.order[source.next++];
    const auto number = size32(ordered_.nodes);
    source.numbers[old] = number;
    if (source.slots[old] != no_slot) ordered_.children[source.slots[old]] = number;
    Node node = source.tree.nodes[old];
    const auto levels = std::span(source.tree.levels).subspan(node.first_level, node.left_levels + node.right_levels);
    node.first_level = levels.empty() ? 0 : size32(ordered_.levels);
    ordered_.levels.insert(ordered_.levels.end(), levels.begin(), levels.end());
    const auto children = source.tree.children_of(old);
    node.first_child = children.empty() ? 0 : size32(ordered_.children);
    for (std::size_t i = 0; i < children.size(); ++i) source.slots[children[i]] = node.first_child + i;
    ordered_.children.resize(ordered_.children.size() + children.size());
    copy_surrogates(source.tree, old, ordered_, node);
    ordered_.nodes.push_back(node);
    ordered_.class_weights.copy_row(source.tree.class_weights, old, ordered_.classes);
}

}  // namespace treewright
