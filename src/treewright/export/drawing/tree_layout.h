// Where the boxes of a drawn tree stand: geometry alone, in whole pixels. Boxes of one level begin on one line; those of a level do not
// overlap; a parent stands in the middle between its first and its last child; the same subtree is drawn the same way wherever it is.
//
// The method is that of tidy trees (Reingold and Tilford; Walker's spacing of the smaller subtrees between two larger ones), in linear time: a
// subtree is moved against its left neighbours by the contours of both, and the shorter contour is merged into the longer one.
//
// "Across" runs along a level, "along" from the root to the leaves: for a tree that grows down these are x and y, for one that grows to
// the right y and x. Nothing recurses, so a chain of 100,000 boxes is laid out like any other tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace treewright {

using Pixels = std::int64_t;

inline constexpr std::uint32_t no_box = UINT32_MAX;

/// The boxes are numbered in preorder: children come after their parent, in the order in which they stand.
struct LayoutBox {
    std::uint32_t parent = no_box;  ///< `no_box` for the first box, which is the root
    Pixels across = 0;
    Pixels along = 0;
};

struct LayoutGaps {
    Pixels siblings = 0;  ///< at least that much between two children of one parent
    Pixels subtrees = 0;  ///< and between boxes of a level that have different parents
    Pixels levels = 0;    ///< between the end of the largest box of a level and the next level
};

/// The corner of a box with the smallest coordinates.
struct LayoutPlace {
    Pixels across = 0;
    Pixels along = 0;
};

struct TreeLayout {
    std::vector<LayoutPlace> places;        ///< by box; the smallest coordinates are 0
    std::vector<std::uint32_t> level_of;    ///< by box; the root's is 0
    std::vector<Pixels> level_ends;         ///< where the largest box of each level ends
    Pixels across = 0;                      ///< of the whole drawing
    Pixels along = 0;
};

TreeLayout tidy_layout(std::span<const LayoutBox> boxes, const LayoutGaps& gaps);

}  // namespace treewright
