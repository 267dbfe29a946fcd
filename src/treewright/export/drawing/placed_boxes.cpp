#include "treewright/export/drawing/placed_boxes.h"

#include <algorithm>

namespace treewright {

namespace {

constexpr LayoutGaps gaps_down = {18, 26, 44};
constexpr LayoutGaps gaps_right = {14, 20, 40};
constexpr Pixels label_gap = 7;  // between the label of a branch and its box

}  // namespace

PlacedBoxes::PlacedBoxes(const std::vector<NodeBox>& boxes, DrawingDirection direction)
    : boxes_(boxes), is_down_(direction == DrawingDirection::down) {
    find_label_rooms();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const NodeBox& box = boxes[i];
        const Pixels along = room_before(i) + (is_down_ ? box.height : box.width);
        const Pixels across = is_down_ ? std::max(box.width, box.label_width) : std::max(box.height, BoxMetrics::label);
        cells_.push_back({i == 0 ? no_box : box.drawn.parent, across + across % 2, along});
    }
    layout_ = tidy_layout(cells_, is_down_ ? gaps_down : gaps_right);
}

void PlacedBoxes::find_label_rooms() {
    levels_.resize(boxes_.size(), 0);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (i > 0) levels_[i] = levels_[boxes_[i].drawn.parent] + 1;
        if (levels_[i] == label_rooms_.size()) label_rooms_.push_back(0);
        label_rooms_[levels_[i]] = std::max(label_rooms_[levels_[i]], boxes_[i].label_width);
    }
}

Pixels PlacedBoxes::room_before(std::size_t i) const {
    if (i == 0) return 0;
    return label_gap + (is_down_ ? BoxMetrics::label : label_rooms_[levels_[i]]);
}

SvgBox PlacedBoxes::box(std::size_t i) const {
    const NodeBox& box = boxes_[i];
    const Pixels along = layout_.places[i].along + room_before(i);
    if (is_down_) return {middle(i) - box.width / 2, along, box.width, box.height};
    return {along, middle(i) - box.height / 2, box.width, box.height};
}

SvgBox PlacedBoxes::label(std::size_t i) const {
    const SvgBox box = this->box(i);
    const Pixels width = boxes_[i].label_width;
    if (is_down_) return {middle(i) - width / 2, box.y - label_gap - BoxMetrics::label, width, BoxMetrics::label};
    return {box.x - label_gap - width, middle(i) - BoxMetrics::label / 2, width, BoxMetrics::label};
}

EdgePath PlacedBoxes::edge(std::size_t i, double offset) const {
    const std::uint32_t parent = boxes_[i].drawn.parent;
    const SvgBox from = box(parent);
    const SvgBox to = box(i);
    const double start = static_cast<double>(middle(parent)) + offset;
    const auto end = static_cast<double>(middle(i));
    return {{start, static_cast<double>(is_down_ ? from.y + from.height : from.x + from.width)},
            {start, static_cast<double>(layout_.level_ends[levels_[parent]])},
            {end, static_cast<double>(layout_.places[i].along)},
            {end, static_cast<double>(is_down_ ? to.y : to.x)}};
}

}  // namespace treewright
