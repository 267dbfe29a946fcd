#include "treewright/export/drawing/tree_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace treewright {

namespace {

/// The left and right ends of a subtree on each of its levels, the deepest first, so that the level of a parent is appended. All ends are
/// moved by `base`.
struct Contour {
    std::vector<Pixels> left;
    std::vector<Pixels> right;
    Pixels base = 0;

    [[nodiscard]] std::size_t height() const { return left.size(); }
    [[nodiscard]] Pixels left_at(std::size_t level) const { return left[height() - 1 - level] + base; }
    [[nodiscard]] Pixels right_at(std::size_t level) const { return right[height() - 1 - level] + base; }
    void set_left(std::size_t level, Pixels end) { left[height() - 1 - level] = end - base; }
    void set_right(std::size_t level, Pixels end) { right[height() - 1 - level] = end - base; }
    void add_top(Pixels from, Pixels to) {
        left.push_back(from - base);
        right.push_back(to - base);
    }
};

/// Puts the subtrees of one parent next to each other, one after the other.
class SiblingRow {
public:
    SiblingRow(Contour first, const LayoutGaps& gaps) : gaps_(gaps), contour_(std::move(first)) {
        centres_.push_back(0);
        owners_.push_back({contour_.height(), 0});
    }

    void add(Contour next) {
        const std::size_t position = centres_.size();
        spread_.resize(position + 1);
        change_.resize(position + 1);
        const Pixels centre = place_of(next, position);
        centres_.push_back(centre);
        next.base += centre;
        while (!owners_.empty() && owners_.back().height <= next.height()) owners_.pop_back();
        owners_.push_back({next.height(), position});
        merge(std::move(next));
    }

    /// The centres of the children; those of smaller subtrees between larger ones share the room there is.
    [[nodiscard]] std::vector<Pixels> centres() const {
        std::vector<Pixels> spaced = centres_;
        double rise = 0.0;
        double moved = 0.0;
        for (std::size_t i = 0; i < spread_.size(); ++i) {
            rise += spread_[i];
            moved += rise + change_[i];
            spaced[i] += static_cast<Pixels>(std::floor(moved + 1e-6));
        }
        return spaced;
    }
    [[nodiscard]] Contour take_contour() { return std::move(contour_); }

private:
    /// A child whose subtree is the right end of the row on the levels down to its height.
    struct Owner {
        std::size_t height = 0;
        std::size_t position = 0;
    };

    /// The smallest centre at which a subtree keeps its distance on all levels that it shares with the row.
    Pixels place_of(const Contour& next, std::size_t position) {
        const std::size_t levels = std::min(contour_.height(), next.height());
        Pixels centre = contour_.right_at(0) + gaps_.siblings - next.left_at(0);
        std::size_t owner = owners_.size() - 1;  // of the right end of the level
        for (std::size_t level = 1; level < levels; ++level) {
            while (owners_[owner].height <= level) --owner;
            const Pixels needed = contour_.right_at(level) + gaps_.subtrees - next.left_at(level);
            if (needed <= centre) continue;
            share_room(owners_[owner].position, position, static_cast<double>(needed - centre));
            centre = needed;
        }
        return centre;
    }

    /// The children between two that are moved apart move along in proportion. Both sums are over the positions up to a child.
    void share_room(std::size_t from, std::size_t to, double room) {
        if (to - from < 2) return;
        const double each = room / static_cast<double>(to - from);
        spread_[from + 1] += each;
        spread_[to] -= each;
        change_[to] -= room - each;
    }

    void merge(Contour next) {
        const std::size_t levels = std::min(contour_.height(), next.height());
        if (contour_.height() >= next.height()) {
            for (std::size_t level = 0; level < levels; ++level) contour_.set_right(level, next.right_at(level));
            return;
        }
        for (std::size_t level = 0; level < levels; ++level) next.set_left(level, contour_.left_at(level));
        contour_ = std::move(next);
    }

    const LayoutGaps& gaps_;
    Contour contour_;
    std::vector<Pixels> centres_;
    std::vector<Owner> owners_;  ///< by falling height and rising position
    std::vector<double> spread_ = {0.0};
    std::vector<double> change_ = {0.0};
};

/// The children of each box, in order.
struct Families {
    std::vector<std::uint32_t> start;
    std::vector<std::uint32_t> children;

    explicit Families(std::span<const LayoutBox> boxes) : start(boxes.size() + 1, 0), children(boxes.empty() ? 0 : boxes.size() - 1) {
        for (const LayoutBox& box : boxes.subspan(std::min<std::size_t>(1, boxes.size()))) ++start[box.parent + 1];
        for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
        std::vector<std::uint32_t> next = start;
        for (std::uint32_t box = 1; box < boxes.size(); ++box) children[next[boxes[box].parent]++] = box;
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t box) const {
        return std::span(children).subspan(start[box], start[box + 1] - start[box]);
    }
};

/// The centre of every box as seen from that of its parent. Children have larger numbers than their parents, so they are done first.
std::vector<Pixels> centres_from_parents(std::span<const LayoutBox> boxes, const LayoutGaps& gaps) {
    const Families families(boxes);
    std::vector<Contour> contours(boxes.size());
    std::vector<Pixels> centres(boxes.size(), 0);
    for (std::size_t box = boxes.size(); box-- > 0;) {
        const Pixels half = (boxes[box].across + 1) / 2;
        const auto children = families.of(box);
        if (!children.empty()) {
            SiblingRow row(std::move(contours[children[0]]), gaps);
            for (const std::uint32_t child : children.subspan(1)) row.add(std::move(contours[child]));
            const std::vector<Pixels> spaced = row.centres();
            const Pixels middle = (spaced.front() + spaced.back()) / 2;
            for (std::size_t i = 0; i < children.size(); ++i) centres[children[i]] = spaced[i] - middle;
            contours[box] = row.take_contour();
            contours[box].base -= middle;
        }
        contours[box].add_top(-half, half);
    }
    return centres;
}

void place_across(std::span<const LayoutBox> boxes, const LayoutGaps& gaps, TreeLayout& layout) {
    std::vector<Pixels> centres = centres_from_parents(boxes, gaps);
    Pixels lowest = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (box > 0) centres[box] += centres[boxes[box].parent];
        layout.places[box].across = centres[box] - (boxes[box].across + 1) / 2;
        lowest = std::min(lowest, layout.places[box].across);
    }
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        layout.places[box].across -= lowest;
        layout.across = std::max(layout.across, layout.places[box].across + boxes[box].across);
    }
}

void place_along(std::span<const LayoutBox> boxes, const LayoutGaps& gaps, TreeLayout& layout) {
    std::vector<Pixels> largest;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        const std::uint32_t level = box == 0 ? 0 : layout.level_of[boxes[box].parent] + 1;
        layout.level_of[box] = level;
        if (level == largest.size()) largest.push_back(0);
        largest[level] = std::max(largest[level], boxes[box].along);
    }
    std::vector<Pixels> starts;
    for (const Pixels size : largest) {
        starts.push_back(layout.level_ends.empty() ? 0 : layout.level_ends.back() + gaps.levels);
        layout.level_ends.push_back(starts.back() + size);
    }
    for (std::size_t box = 0; box < boxes.size(); ++box) layout.places[box].along = starts[layout.level_of[box]];
    layout.along = layout.level_ends.empty() ? 0 : layout.level_ends.back();
}

}  // namespace

TreeLayout tidy_layout(std::span<const LayoutBox> boxes, const LayoutGaps& gaps) {
    TreeLayout layout;
    layout.places.resize(boxes.size());
    layout.level_of.resize(boxes.size());
    place_across(boxes, gaps, layout);
    place_along(boxes, gaps, layout);
    return layout;
}

}  // namespace treewright
