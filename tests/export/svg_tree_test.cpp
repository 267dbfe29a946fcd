#include "treewright/export/svg_tree.h"

#include <gtest/gtest.h>

#include <regex>

#include "export/random_tree.h"
#include "export/text_parts.h"
#include "export/textbook.h"
#include "reference/seeds.h"
#include "treewright/export/drawing/placed_boxes.h"
#include "treewright/export/drawing/text_metrics.h"

namespace treewright {
namespace {

Model random_tree(std::uint64_t seed) {
    const std::size_t splits = seed % 40 == 0 ? 500 : seed % 5 == 0 ? 80 : seed % 12;
    return drawn::RandomTree(seed, splits).model();
}

DrawingOptions random_options(std::uint64_t seed) {
    DrawingOptions options;
    if (seed % 3 == 1) options.depth = seed % 8;
    if (seed % 4 == 1) options.min_rows = static_cast<double>(seed % 90);
    options.direction = seed % 2 == 0 ? DrawingDirection::down : DrawingDirection::right;
    return options;
}

// --- geometry ----------------------------------------------------------------------------------------------------------------

struct Span {
    Pixels from = 0;
    Pixels to = 0;
};

/// The extent of boxes and labels across and along a tree.
class Extents {
public:
    explicit Extents(bool is_down) : is_down_(is_down) {}
    [[nodiscard]] Span across(const SvgBox& box) const { return is_down_ ? Span{box.x, box.x + box.width} : Span{box.y, box.y + box.height}; }
    [[nodiscard]] Span along(const SvgBox& box) const { return is_down_ ? Span{box.y, box.y + box.height} : Span{box.x, box.x + box.width}; }

private:
    bool is_down_;
};

bool overlap(const Span& a, const Span& b) { return a.from < b.to && b.from < a.to; }

/// Boxes and labels of one level side by side, levels one behind the other: then no two overlap.
std::string overlap_in(const std::vector<NodeBox>& boxes, const PlacedBoxes& placed) {
    const Extents extents(placed.is_down());
    std::vector<std::size_t> level(boxes.size(), 0);
    std::vector<std::vector<SvgBox>> box_levels;
    std::vector<std::vector<SvgBox>> label_levels;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (i > 0) level[i] = level[boxes[i].drawn.parent] + 1;
        box_levels.resize(std::max(box_levels.size(), level[i] + 1));
        label_levels.resize(box_levels.size());
        box_levels[level[i]].push_back(placed.box(i));
        if (i > 0) label_levels[level[i]].push_back(placed.label(i));
    }
    std::vector<std::vector<SvgBox>> rows;  // from the root on
    for (std::size_t i = 0; i < box_levels.size(); ++i) {
        if (i > 0) rows.push_back(label_levels[i]);
        rows.push_back(box_levels[i]);
    }
    Pixels end = 0;
    for (auto& row : rows) {
        Pixels next_end = end;
        std::sort(row.begin(), row.end(), [&](const SvgBox& a, const SvgBox& b) { return extents.across(a).from < extents.across(b).from; });
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0 && overlap(extents.across(row[i - 1]), extents.across(row[i]))) return "two boxes or labels overlap";
            if (extents.along(row[i]).from < end) return "a box or label begins before the level above it ends";
            next_end = std::max(next_end, extents.along(row[i]).to);
            if (row[i].x < 0 || row[i].y < 0 || row[i].x + row[i].width > placed.width() || row[i].y + row[i].height > placed.height())
                return "a box or label is outside of the drawing";
        }
        end = next_end;
    }
    return "";
}

/// An edge begins on the side of its parent and ends in the middle of the side of its child.
std::string loose_edge(const std::vector<NodeBox>& boxes, const PlacedBoxes& placed) {
    const Extents extents(placed.is_down());
    for (std::size_t i = 1; i < boxes.size(); ++i) {
        const SvgBox parent = placed.box(boxes[i].drawn.parent);
        const SvgBox child = placed.box(i);
        const EdgePath edge = placed.edge(i, 0.0);
        const Span side = extents.across(parent);
        const Span arrival = extents.across(child);
        if (edge.start.along != static_cast<double>(extents.along(parent).to)) return "an edge does not begin at its parent";
        if (edge.end.along != static_cast<double>(extents.along(child).from)) return "an edge does not end at its child";
        if (2.0 * edge.start.across != static_cast<double>(side.from + side.to)) return "an edge does not begin in the middle of its parent";
        if (2.0 * edge.end.across != static_cast<double>(arrival.from + arrival.to)) return "an edge does not end in the middle of its child";
        if (edge.arrival.along > static_cast<double>(extents.along(placed.label(i)).from)) return "an edge is still bent where its label begins";
    }
    return "";
}

TEST(SvgTree, boxes_labels_and_edges_of_random_trees_are_in_place) {
    reference::compare_seeds(
        reference::number_of_cases(2000), 1.0,
        [](std::uint64_t seed) -> reference::Comparison {
            const Model model = random_tree(seed);
            const DrawingOptions options = random_options(seed);
            const TreeWords words(model, {});
            const std::vector<NodeBox> boxes = tree_boxes(model, words, {options.depth, options.min_rows});
            const PlacedBoxes placed(boxes, options.direction);
            const std::string overlap = overlap_in(boxes, placed);
            return overlap.empty() ? loose_edge(boxes, placed) : overlap;
        },
        [](std::uint64_t) { return "a random tree"; });
}

// --- the file ----------------------------------------------------------------------------------------------------------------

std::string plain(std::string text) {
    const std::vector<std::pair<std::string, std::string>> entities = {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
    for (const auto& [entity, character] : entities)
        for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at + character.size()))
            text.replace(at, entity.size(), character);
    return text;
}

/// A group that is moved to a box, and its texts, each in the middle of a place.
std::string text_that_does_not_fit(const std::string& svg) {
    std::size_t groups = 0;
    for (std::size_t at = svg.find("<g transform"); at != std::string::npos; at = svg.find("<g transform", at + 1)) {
        const std::string group = svg.substr(at, svg.find("</g>", at) - at);
        const std::size_t size = group.find("</title><rect ");
        if (size == std::string::npos) continue;
        const auto number = [&group](const char* name, std::size_t from) {
            const std::size_t place = group.find(std::string(" ") + name + "=\"", from);
            return std::stoll(group.substr(place + std::string(name).size() + 3));
        };
        ++groups;
        for (std::size_t text = group.find("<text "); text != std::string::npos; text = group.find("<text ", text + 1)) {
            const std::size_t begin = group.find('>', text) + 1;
            const bool is_title = group.substr(text, begin - text).find("bold") != std::string::npos;
            const std::string words = plain(group.substr(begin, group.find("</text>", text) - begin));
            const Pixels half = (text_pixels(words, is_title ? 13 : 11, is_title ? FontWeight::bold : FontWeight::regular) + 1) / 2;
            const Pixels x = number("x", text);
            if (x - half < 4 || x + half > number("width", size) - 4) return words;
            if (number("y", text) > number("height", size) - 4) return words;
        }
    }
    return groups == 0 ? "there is no box" : "";
}

TEST(SvgTree, text_fits_into_its_box) {
    for (std::uint64_t seed = 0; seed < 400; ++seed)
        ASSERT_EQ(text_that_does_not_fit(tree_svg(random_tree(seed), random_options(seed))), "") << "seed " << seed;
}

TEST(SvgTree, the_same_model_gives_the_same_bytes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        EXPECT_EQ(tree_svg(random_tree(seed), random_options(seed)), tree_svg(random_tree(seed), random_options(seed)));
}

TEST(SvgTree, golf_has_its_words_colours_and_counts) {
    const std::string svg = tree_svg(textbook::grown(textbook::golf(), Preset::id3).model);
    for (const char* part : {">Tree for Play</text>", ">14 rows, 5 leaves, depth 2</text>", ">Outlook</text>", ">14 rows: 9 yes, 5 no</text>",
                             ">overcast</text>", ">≤ 77.5</text>", ">&gt; 77.5</text>", ">4 rows, pure</text>", "#0072b2", "#e69f00"})
        EXPECT_TRUE(holds(svg, part) || holds(svg, plain(part))) << part;
    EXPECT_TRUE(holds(svg, "Humidity ≤ 77.5"));  // the tooltip of a branch
    EXPECT_TRUE(holds(svg, "predicts yes"));
}

TEST(SvgTree, readers_of_the_page_hear_the_tree) {
    const std::string svg = tree_svg(textbook::grown(textbook::golf(), Preset::id3).model);
    EXPECT_TRUE(holds(svg, "role=\"img\" aria-labelledby=\"tws-"));
    EXPECT_TRUE(holds(svg, "Decision tree for Play: 14 rows, 5 leaves, depth 2. Outlook = overcast: yes (4 rows, pure)."));
    EXPECT_TRUE(holds(svg, "Outlook = sunny and Humidity &gt; 77.5: no (3 rows, pure)."));
}

TEST(SvgTree, dark_pages_and_print_have_their_colours) {
    const std::string svg = tree_svg(textbook::grown(textbook::golf(), Preset::id3).model);
    EXPECT_TRUE(holds(svg, "@media screen and (prefers-color-scheme:dark){.tws-page{fill:#15181c}"));
    EXPECT_TRUE(holds(svg, "@media print{.tws-page{fill:#ffffff}"));
}

TEST(SvgTree, nothing_runs_and_nothing_is_loaded) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const std::string svg = tree_svg(random_tree(seed), random_options(seed));
        for (const char* part : {"<script", "onload=\"", "href", "@import", "@font-face", "<image", "<foreignObject", "<!", "<?"})
            ASSERT_FALSE(holds(svg, part)) << part << ", seed " << seed;
        ASSERT_EQ(std::regex_replace(svg, std::regex("url\\(#tws-(stripes|dots)-[0-9]\\)"), "").find("url("), std::string::npos);
    }
}

TEST(SvgTree, edges_are_as_wide_as_their_share_of_the_rows) {
    const std::string svg = tree_svg(textbook::grown(textbook::golf(), Preset::id3).model);
    for (const char* width : {"4.6", "5.7", "3.4", "2.3"})  // 4, 5, 3 and 2 of 14 rows, where all were 16 wide
        EXPECT_TRUE(holds(svg, std::string("<path stroke-width=\"") + width + "\"")) << width;
}

TEST(SvgTree, what_is_not_drawn_is_counted) {
    const Model golf = textbook::grown(textbook::golf(), Preset::id3).model;
    const std::string cut = tree_svg(golf, {.depth = 1});
    EXPECT_TRUE(holds(cut, ">… 2 leaves below</text>"));
    EXPECT_TRUE(holds(cut, ">Drawn: 4 of 8 nodes</text>"));
    EXPECT_FALSE(holds(cut, "77.5</text>"));
    const std::string folded = tree_svg(golf, {.min_rows = 3.0});
    EXPECT_TRUE(holds(folded, ">… 2 rows</text>"));
    EXPECT_TRUE(holds(folded, ">Drawn: 6 of 8 nodes; branches with fewer than 3 rows are folded</text>"));
}

TEST(SvgTree, a_tree_that_grows_to_the_right_is_higher_than_wide_where_one_that_grows_down_is_not) {
    const Model model = drawn::RandomTree(4, 60).model();
    const auto size = [&](DrawingDirection direction) {
        std::smatch found;
        const std::string svg = tree_svg(model, {.direction = direction});
        EXPECT_TRUE(std::regex_search(svg, found, std::regex("width=\"(\\d+)\" height=\"(\\d+)\"")));
        return std::pair(std::stoi(found[1]), std::stoi(found[2]));
    };
    EXPECT_GT(size(DrawingDirection::down).first, size(DrawingDirection::right).first);
    EXPECT_LT(size(DrawingDirection::down).second, size(DrawingDirection::right).second);
}

TEST(SvgTree, numbers_are_means_with_their_deviation) {
    const std::string svg = tree_svg(textbook::grown(textbook::prices(), Preset::cart).model);
    EXPECT_TRUE(holds(svg, ">Bars: mean ± standard deviation, from "));
    EXPECT_TRUE(holds(svg, "class=\"tws-mark\""));
    EXPECT_FALSE(holds(svg, "#e69f00"));  // no legend, one colour
}

TEST(SvgTree, rows_at_hand_round_thresholds_and_the_tooltip_is_exact) {
    Model model = textbook::chain(1);
    model.tree.nodes[0].threshold = 0.123456789;
    EXPECT_TRUE(holds(tree_svg(model), ">≤ 0.1234567…</text>"));
    const std::vector<Column> rows = {textbook::numbers("x", {0.1, 0.2})};
    const std::string svg = tree_svg(model, {}, rows);
    EXPECT_TRUE(holds(svg, ">≤ 0.1235</text>"));
    EXPECT_TRUE(holds(svg, "x ≤ 0.1235 (exactly 0.123456789)"));
}

TEST(SvgTree, names_that_differ_read_differently) {
    Model model = textbook::chain(2);
    const std::string start(200, 'a');
    model.schema.features = {{start + "1" + start, ColumnType::numeric, {}}, {start + "2" + start, ColumnType::numeric, {}}};
    model.tree.nodes[2].feature = 1;
    const std::string svg = tree_svg(model);
    EXPECT_TRUE(holds(svg, "aaa (#1)</text>"));
    EXPECT_TRUE(holds(svg, "aaa (#2)</text>"));
}

TEST(SvgTree, a_leaf_that_costs_decide_says_so) {
    Model model = textbook::chain(1);
    model.options.push_back({"costs", "a:b:5"});
    model.tree.nodes[1].label = 1;
    model.tree.class_weights.cells = {1.0, 1.0, 3.0, 1.0, 0.0, 1.0};
    model.tree.nodes[1].weight = 4.0;
    const std::string svg = tree_svg(model);
    EXPECT_TRUE(holds(svg, ">by costs or priors</text>") || holds(svg, ">by costs</text>"));
}

TEST(SvgTree, thirty_classes_have_textures_and_more_are_named) {
    const auto of_classes = [](std::size_t count) {
        Model model = textbook::chain(1);
        model.schema.target.levels.clear();
        for (std::size_t i = 0; i < count; ++i) model.schema.target.levels.push_back("class " + std::to_string(i));
        model.tree.classes = count;
        model.tree.class_weights.cells.assign(3 * count, 1.0);
        return tree_svg(model);
    };
    EXPECT_FALSE(holds(of_classes(10), "<pattern"));
    EXPECT_TRUE(holds(of_classes(11), "<pattern id=\"tws-stripes-0\""));
    EXPECT_TRUE(holds(of_classes(30), "<pattern id=\"tws-dots-9\""));
    EXPECT_TRUE(holds(of_classes(35), ">… 5 more classes, whose colours repeat</text>"));
}

TEST(SvgTree, a_chain_of_100000_nodes_is_drawn) { EXPECT_TRUE(holds(tree_svg(textbook::chain(100'000)), "100001 leaves, depth 100000")); }

}  // namespace
}  // namespace treewright
