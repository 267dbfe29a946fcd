#include "treewright/export/drawing/tree_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "reference/seeds.h"

namespace treewright {
namespace {

constexpr LayoutGaps gaps = {10, 20, 30};

std::vector<LayoutBox> random_boxes(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
    const std::size_t count = 1 + below(seed % 10 == 0 ? 1000 : 120);
    const std::size_t reach = 1 + below(40);  // small: deep trees
    std::vector<std::uint32_t> parents = {no_box};
    std::vector<std::vector<std::uint32_t>> children(count);
    for (std::uint32_t i = 1; i < count; ++i) {
        parents.push_back(static_cast<std::uint32_t>(i - 1 - below(std::min<std::size_t>(i, reach))));
        children[parents[i]].push_back(i);
    }
    std::vector<LayoutBox> boxes;
    std::vector<std::uint32_t> number(count);
    std::vector<std::uint32_t> open = {0};
    while (!open.empty()) {  // in preorder
        const std::uint32_t at = open.back();
        open.pop_back();
        number[at] = static_cast<std::uint32_t>(boxes.size());
        boxes.push_back({at == 0 ? no_box : number[parents[at]], static_cast<Pixels>(1 + below(90)), static_cast<Pixels>(1 + below(50))});
        open.insert(open.end(), children[at].rbegin(), children[at].rend());
    }
    return boxes;
}

/// What is wrong with a layout; empty if nothing is.
std::string flaw_of(const std::vector<LayoutBox>& boxes, const TreeLayout& layout) {
    std::vector<std::vector<std::uint32_t>> levels(layout.level_ends.size());
    std::vector<std::vector<std::uint32_t>> children(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        levels[layout.level_of[i]].push_back(i);
        if (i > 0) children[boxes[i].parent].push_back(i);
    }
    const auto middle = [&](std::uint32_t i) { return 2 * layout.places[i].across + boxes[i].across; };  // doubled
    for (std::size_t level = 0; level < levels.size(); ++level)
        for (std::size_t i = 0; i < levels[level].size(); ++i) {
            const std::uint32_t box = levels[level][i];
            if (layout.places[box].across < 0 || layout.places[box].across + boxes[box].across > layout.across) return "outside of the drawing";
            if (layout.places[box].along != layout.places[levels[level][0]].along) return "the boxes of a level begin on different lines";
            if (layout.places[box].along + boxes[box].along > layout.level_ends[level]) return "a box reaches over the end of its level";
            if (i == 0) continue;
            const std::uint32_t left = levels[level][i - 1];
            const Pixels gap = boxes[left].parent == boxes[box].parent ? gaps.siblings : gaps.subtrees;
            if (layout.places[left].across + boxes[left].across + gap > layout.places[box].across) return "two boxes are too close";
        }
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (children[i].empty()) continue;
        if (layout.places[children[i][0]].along < layout.level_ends[layout.level_of[i]] + gaps.levels) return "a child is not below its parent";
        const Pixels between = (middle(children[i].front()) + middle(children[i].back())) / 2;
        if (std::abs(between - middle(i)) > 3) return "a parent is not in the middle of its children";
    }
    return "";
}

TEST(TreeLayout, random_trees_are_tidy) {
    reference::compare_seeds(
        reference::number_of_cases(3000), 1.0,
        [](std::uint64_t seed) {
            const std::vector<LayoutBox> boxes = random_boxes(seed);
            return std::optional(flaw_of(boxes, tidy_layout(boxes, gaps)));
        },
        [](std::uint64_t) { return "random boxes"; });
}

/// The subtree of a box, its boxes numbered again.
std::vector<LayoutBox> subtree(const std::vector<LayoutBox>& boxes, std::uint32_t root, std::vector<std::uint32_t>& members) {
    std::vector<std::uint32_t> place(boxes.size(), no_box);
    std::vector<LayoutBox> result;
    for (std::uint32_t i = root; i < boxes.size(); ++i) {
        const bool is_inside = i == root || (boxes[i].parent != no_box && place[boxes[i].parent] != no_box);
        if (!is_inside) continue;
        place[i] = static_cast<std::uint32_t>(result.size());
        members.push_back(i);
        result.push_back({i == root ? no_box : place[boxes[i].parent], boxes[i].across, boxes[i].along});
    }
    return result;
}

TEST(TreeLayout, a_subtree_is_drawn_as_it_would_be_alone) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::vector<LayoutBox> boxes = random_boxes(seed);
        const TreeLayout whole = tidy_layout(boxes, gaps);
        const auto root = static_cast<std::uint32_t>(boxes.size() / 3);
        std::vector<std::uint32_t> members;
        const TreeLayout alone = tidy_layout(subtree(boxes, root, members), gaps);
        for (std::size_t i = 0; i < members.size(); ++i)
            ASSERT_EQ(whole.places[members[i]].across - whole.places[root].across, alone.places[i].across - alone.places[0].across)
                << "seed " << seed;
    }
}

TEST(TreeLayout, a_parent_of_two_stands_between_them) {
    const TreeLayout layout = tidy_layout(std::vector<LayoutBox>{{no_box, 40, 20}, {0, 40, 20}, {0, 60, 30}}, gaps);
    EXPECT_EQ(layout.places[1].across, 0);
    EXPECT_EQ(layout.places[2].across, 50);
    EXPECT_EQ(layout.places[0].across, 30);
    EXPECT_EQ(layout.places[1].along, 50);
    EXPECT_EQ(layout.level_ends, (std::vector<Pixels>{20, 80}));
    EXPECT_EQ(layout.across, 110);
    EXPECT_EQ(layout.along, 80);
}

TEST(TreeLayout, small_children_between_large_ones_share_the_room) {
    // The first and the last of five children have a wide level below them; the three leaves between spread over the gap.
    std::vector<LayoutBox> boxes = {{no_box, 20, 10}, {0, 20, 10}};
    for (int i = 0; i < 3; ++i) boxes.push_back({1, 100, 10});
    for (int i = 0; i < 3; ++i) boxes.push_back({0, 20, 10});
    const auto last = static_cast<std::uint32_t>(boxes.size());
    boxes.push_back({0, 20, 10});
    for (int i = 0; i < 3; ++i) boxes.push_back({last, 100, 10});
    const TreeLayout layout = tidy_layout(boxes, gaps);
    const std::vector<std::uint32_t> children = {1, 5, 6, 7, last};
    std::vector<Pixels> steps;
    for (std::size_t i = 1; i < children.size(); ++i) steps.push_back(layout.places[children[i]].across - layout.places[children[i - 1]].across);
    EXPECT_GT(steps[0], 80);
    EXPECT_LE(*std::max_element(steps.begin(), steps.end()) - *std::min_element(steps.begin(), steps.end()), 2);
}

TEST(TreeLayout, a_chain_of_100000_boxes_and_a_row_of_100000_are_laid_out) {
    std::vector<LayoutBox> chain = {{no_box, 10, 10}};
    for (std::uint32_t i = 0; chain.size() < 200'000; i += 2) {  // each has a leaf and the rest of the chain
        chain.push_back({i, 10, 10});
        chain.push_back({i, 10, 10});
    }
    EXPECT_EQ(flaw_of(chain, tidy_layout(chain, gaps)), "");
    std::vector<LayoutBox> row(100'001, {0, 10, 10});
    row[0].parent = no_box;
    EXPECT_EQ(tidy_layout(row, gaps).across, 100'000 * 20 - 10);
}

TEST(TreeLayout, nothing_and_one_box) {
    EXPECT_EQ(tidy_layout({}, gaps).across, 0);
    const TreeLayout one = tidy_layout(std::vector<LayoutBox>{{no_box, 41, 20}}, gaps);
    EXPECT_EQ(one.across, 41);
    EXPECT_EQ(one.along, 20);
}

}  // namespace
}  // namespace treewright
