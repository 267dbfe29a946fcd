#include "treewright/export/text.h"
#include "treewright/base/number_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "export/textbook.h"
#include "treewright/export/display.h"

namespace treewright {
namespace {

using textbook::grown;

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

GrowOptions with_depth(std::size_t depth) {
    GrowOptions options;
    options.max_depth = depth;
    return options;
}

TEST(TreeText, golf_is_drawn_as_in_the_textbook) {
    EXPECT_EQ(tree_text(grown(textbook::golf(), Preset::id3).model),
              "Outlook\n"
              "├─ overcast → yes            4 rows, pure\n"
              "├─ rain: Windy\n"
              "│   ├─ false → yes           3 rows, pure\n"
              "│   └─ true → no             2 rows, pure\n"
              "└─ sunny: Humidity\n"
              "    ├─ ≤ 77.5 → yes          2 rows, pure\n"
              "    └─ > 77.5 → no           3 rows, pure\n");
}

TEST(TreeText, an_impure_leaf_shows_its_classes_and_says_that_they_tie) {
    EXPECT_EQ(tree_text(grown(textbook::subscribers(), Preset::id3).model),
              "Employment\n"
              "├─ Employed → Yes              5 rows, pure\n"
              "├─ Self Employed: Degree\n"
              "│   ├─ Postgraduate: Alumnus\n"
              "│   │   ├─ No → No             3 rows, pure\n"
              "│   │   └─ Yes → Yes           1 row, pure\n"
              "│   └─ Undergraduate → Yes     2 rows, pure\n"
              "└─ Student/Postdoc: Alumnus\n"
              "    ├─ No → No                 2 rows █████░░░░░ 1 No, 1 Yes: a tie\n"
              "    └─ Yes: Degree\n"
              "        ├─ Postgraduate → No   1 row, pure\n"
              "        └─ Undergraduate → No  3 rows ███████░░░ 2 No, 1 Yes\n");
}

TEST(TreeText, a_tie_is_settled_by_the_parent) {
    EXPECT_EQ(tree_text(grown(textbook::golf(), with_depth(1)).model),
              "Outlook\n"
              "├─ = overcast → yes         4 rows, pure\n"
              "└─ in {rain, sunny} → yes  10 rows █████░░░░░ 5 yes, 5 no: a tie, by the parent\n");
}

TEST(TreeText, a_single_leaf_is_a_tree) {
    EXPECT_EQ(tree_text(grown(textbook::golf(), with_depth(0)).model),
              "→ yes                        14 rows ██████░░░░ 9 yes, 5 no\n");
}

TEST(TreeText, numbers_have_means_and_deviations) {
    EXPECT_EQ(tree_text(grown(textbook::prices(), with_depth(1)).model),
              "rooms\n"
              "├─ ≤ 4.5 → 143.0             5 rows ± 30.9\n"
              "└─ > 4.5 → 263.3             3 rows ± 28.7\n");
}

TEST(TreeText, the_depth_to_draw_counts_what_it_leaves_out) {
    EXPECT_EQ(tree_text(grown(textbook::golf(), Preset::id3).model, {80, 1, false}),
              "Outlook\n"
              "├─ overcast → yes            4 rows, pure\n"
              "├─ rain: Windy               5 rows, … 2 leaves below\n"
              "└─ sunny: Humidity           5 rows, … 2 leaves below\n");
    EXPECT_EQ(tree_text(grown(textbook::golf(), Preset::id3).model, {80, 0, false}),
              "Outlook                      14 rows, … 5 leaves below\n");
}

TEST(TreeText, tested_nodes_show_their_p_value) {
    GrowOptions options = preset_options(Preset::id3);
    options.stop_test = StopTest::chi_squared;
    options.adjust = Adjust::none;
    EXPECT_EQ(tree_text(grown(textbook::golf(), options).model),
              "→ yes                        14 rows ██████░░░░ 9 yes, 5 no, p = 0.170\n");
    options.adjust = Adjust::bonferroni;
    EXPECT_NE(tree_text(grown(textbook::golf(), options).model).find("p = 0.170, m·p = 1.000"), std::string::npos);
    options.adjust = Adjust::none;
    options.significance = 0.2;
    EXPECT_EQ(lines_of(tree_text(grown(textbook::golf(), options).model))[0], "Outlook                      p = 0.170");
}

TEST(TreeText, empty_branches_predict_as_their_parent) {
    const TrainingSet set = textbook::make_set({textbook::category("first", textbook::words("a a b b b a a c")),
                                                textbook::category("second", textbook::words("p q p r q q p q"))},
                                               textbook::category("y", textbook::words("n y y y y y n y")));
    EXPECT_EQ(tree_text(grown(set, Preset::id3).model),
              "second\n"
              "├─ p: first\n"
              "│   ├─ a → n                 2 rows, pure\n"
              "│   ├─ b → y                 1 row, pure\n"
              "│   └─ c → n                 0 rows, as its parent\n"
              "├─ q → y                     4 rows, pure\n"
              "└─ r → y                     1 row, pure\n");
}

TEST(TreeText, weights_are_numbers_of_rows) {
    TrainingSet set = textbook::golf();
    set.weights.assign(set.rows, 0.5);
    EXPECT_NE(tree_text(grown(set, with_depth(0)).model).find("7 rows ██████░░░░ 4.5 yes, 2.5 no"), std::string::npos);
}

TEST(TreeText, deep_trees_go_on_by_node_number) {
    const auto lines = lines_of(tree_text(textbook::chain(45)));
    ASSERT_EQ(lines.size(), 93U);
    EXPECT_EQ(lines[80], std::string(39, ' ') + "└─ > 39 → see node 80 below");
    EXPECT_EQ(lines[81], "");
    EXPECT_EQ(lines[82], "Node 80: x");
    EXPECT_TRUE(lines[83].starts_with("├─ ≤ 40 → a  "));
    for (const std::string& line : lines) EXPECT_LE(display_width(line), 80U);
}

TEST(TreeText, a_chain_of_any_length_is_drawn) {
    const std::string text = tree_text(textbook::chain(100000));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 200001 + 2 * 2499);
    EXPECT_NE(text.find("Node 199920: x\n"), std::string::npos);
}

TEST(TreeText, long_names_give_way_and_columns_hold) {
    TrainingSet set = textbook::subscribers();
    set.features[0].schema.name = "The employment that the subscriber had when the form was filled in, as written there";
    for (std::string& level : set.features[0].schema.levels)
        level += " or something that comes very near to it in the eyes of the clerk";
    set.target.schema.levels[1] = "Yes, and will go on to subscribe for many more years to come";
    for (const std::size_t width : {40U, 60U, 80U, 120U}) {
        const auto lines = lines_of(tree_text(grown(set, Preset::id3).model, {width, 99, false}));
        std::size_t column = 0;
        for (const std::string& line : lines) {
            const bool counts_classes = line.find(" rows ") != std::string::npos;  // never left out
            EXPECT_TRUE(display_width(line) <= width || (counts_classes && width < 80)) << line;
            const std::size_t at = line.find(" row");
            if (line.find("→") == std::string::npos || at == std::string::npos) continue;
            const std::size_t here = display_width(line.substr(0, at));
            EXPECT_TRUE(column == 0 || column == here) << line;
            column = here;
        }
        EXPECT_GT(column, 0U);
    }
}

TEST(TreeText, thresholds_and_counts_stay_and_names_differ) {
    TrainingSet set = textbook::golf();
    set.features[2].schema.name = "The humidity of the air in the morning, in percent of what it can hold";
    set.target.schema.levels = {"the players stayed at home and sulked", "the players stayed out and played"};
    const Model model = grown(set, Preset::cart).model;
    for (const std::size_t width : {40U, 60U, 80U}) {
        const std::string text = tree_text(model, {width, 99, false});
        for (const Node& node : model.tree.nodes) {
            if (node.kind != SplitKind::threshold) continue;
            EXPECT_NE(text.find("≤ " + number_text(node.threshold)), std::string::npos) << text;
            EXPECT_NE(text.find("> " + number_text(node.threshold)), std::string::npos) << text;
        }
        for (const std::string& line : lines_of(text))
            EXPECT_TRUE(line.find("→") == std::string::npos || line.find(" row") != std::string::npos) << line;
    }
    TextStyle whole;
    whole.cuts = false;
    EXPECT_EQ(tree_text(model, whole).find("…"), std::string::npos);
    EXPECT_NE(tree_text(model, {40, 99, false}).find("…"), std::string::npos);
}

TEST(TreeText, all_levels_of_a_set_are_listed_if_asked_for) {
    std::vector<std::string> towns, labels;
    for (std::size_t row = 0; row < 60; ++row) {
        towns.push_back("town" + std::to_string(row % 30));
        labels.emplace_back(row % 2 == 0 ? "a" : "b");
    }
    const Model model =
        grown(textbook::make_set({textbook::category("town", towns)}, textbook::category("y", labels)), Preset::cart).model;
    TextStyle style;
    EXPECT_NE(tree_text(model, style).find(" more}"), std::string::npos);
    style.all_levels = true;
    EXPECT_EQ(tree_text(model, style).find(" more}"), std::string::npos);
    EXPECT_NE(tree_text(model, style).find("town28"), std::string::npos);
}

TEST(TreeText, odd_names_cannot_break_the_drawing) {
    TrainingSet set = textbook::subscribers();
    set.features[0].schema.levels = {"", "a\nb\x1b[31m", " 日本 "};
    set.features[0].schema.name = "line\nbreak";
    set.target.schema.levels = {"no\r", "yes"};
    const std::string text = tree_text(grown(set, Preset::id3).model);
    EXPECT_EQ(lines_of(text).size(), 12U);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(lines_of(text)[0], "\"line\\nbreak\"");
    EXPECT_TRUE(lines_of(text)[1].starts_with("├─ \"\" → yes  "));
    EXPECT_NE(text.find("\"a\\nb\\u001b[31m\""), std::string::npos);
}

TEST(TreeText, colors_only_repeat_the_words) {
    const Model model = grown(textbook::golf(), with_depth(1)).model;
    std::string colored = tree_text(model, {80, 99, true});
    EXPECT_NE(colored.find("\x1b[32myes\x1b[0m"), std::string::npos);
    for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b'))
        colored.erase(at, colored.find('m', at) - at + 1);
    EXPECT_EQ(colored, tree_text(model));
}

TEST(TreeText, heuristic_subsets_are_marked) {
    Model model = grown(textbook::golf(), with_depth(1)).model;
    model.tree.nodes[0].heuristic = true;
    EXPECT_NE(lines_of(tree_text(model))[0].find("heuristic"), std::string::npos);
}

}  // namespace
}  // namespace treewright
