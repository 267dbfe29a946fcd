// The boxes of a drawn tree in their places, with the labels of their branches before them and the edges between them.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/export/drawing/tree_boxes.h"
#include "treewright/export/drawing/tree_layout.h"
#include "treewright/export/drawing_options.h"

namespace treewright {

/// A rectangle of a drawing.
struct SvgBox {
    Pixels x = 0;
    Pixels y = 0;
    Pixels width = 0;
    Pixels height = 0;
};

/// A place by its distance across the tree and along it (tree_layout.h).
struct EdgeSpot {
    double across = 0.0;
    double along = 0.0;
};

/// From a parent straight on to the end of its level, in a curve to where the label of the branch begins, straight on to the child.
struct EdgePath {
    EdgeSpot start;
    EdgeSpot bend;
    EdgeSpot arrival;
    EdgeSpot end;
};

class PlacedBoxes {
public:
    /// The boxes must outlive it.
    PlacedBoxes(const std::vector<NodeBox>& boxes, DrawingDirection direction);

    [[nodiscard]] Pixels width() const { return is_down_ ? layout_.across : layout_.along; }
    [[nodiscard]] Pixels height() const { return is_down_ ? layout_.along : layout_.across; }

    [[nodiscard]] SvgBox box(std::size_t i) const;
    /// The label of the branch that leads to a box; it is before the box, on the edge.
    [[nodiscard]] SvgBox label(std::size_t i) const;
    /// The edge that leads to a box; it starts at a distance from the middle of its parent.
    [[nodiscard]] EdgePath edge(std::size_t i, double offset) const;
    [[nodiscard]] bool is_down() const { return is_down_; }

private:
    void find_label_rooms();
    [[nodiscard]] Pixels middle(std::size_t i) const { return layout_.places[i].across + cells_[i].across / 2; }
    [[nodiscard]] Pixels room_before(std::size_t i) const;

    const std::vector<NodeBox>& boxes_;
    bool is_down_;
    std::vector<std::size_t> levels_;
    std::vector<Pixels> label_rooms_;  ///< by level: in a tree that grows to the right, boxes begin on one line behind the longest label
    std::vector<LayoutBox> cells_;     ///< a box with its label
    TreeLayout layout_;
};

}  // namespace treewright
