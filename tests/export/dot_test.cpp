#include "treewright/export/dot.h"

#include <gtest/gtest.h>

#include "export/text_parts.h"
#include "export/textbook.h"

namespace treewright {
namespace {

TEST(Dot, golf_has_its_nodes_and_branches) {
    const std::string dot = tree_dot(textbook::grown(textbook::golf(), Preset::id3).model);
    EXPECT_TRUE(dot.starts_with("digraph tree {\n"));
    EXPECT_TRUE(holds(dot, R"(n0 [label="Outlook\n14 rows: 9 yes, 5 no\ngain 0.247", fillcolor="white"])"));
    EXPECT_TRUE(holds(dot, R"(n5 -> n7 [label=" > 77.5 "])"));
    EXPECT_TRUE(holds(dot, R"(n7 [label="no\n3 rows, pure", fillcolor="#cfe6f5"])"));
    EXPECT_TRUE(dot.ends_with("}\n"));
}

TEST(Dot, names_are_escaped) {
    TrainingSet set = textbook::golf();
    set.features[0].schema.levels = {"a \"quoted\" one", "back\\slash", "a & b\n"};
    const std::string dot = tree_dot(textbook::grown(set, Preset::id3).model);
    EXPECT_TRUE(holds(dot, R"([label=" a \"quoted\" one "])"));
    EXPECT_TRUE(holds(dot, R"([label=" back\\slash "])"));
    EXPECT_TRUE(holds(dot, R"([label=" \"a &amp; b\\n\" "])"));
}

TEST(Dot, the_depth_to_draw_counts_what_it_leaves_out) {
    const std::string dot = tree_dot(textbook::grown(textbook::golf(), Preset::id3).model, {1});
    EXPECT_TRUE(holds(dot, R"(\n… 2 leaves below")"));
    EXPECT_FALSE(holds(dot, "n3"));
}

TEST(Dot, numbers_and_chains) {
    const std::string dot = tree_dot(textbook::grown(textbook::prices(), Preset::cart).model, {1});
    EXPECT_TRUE(holds(dot, R"(n0 [label="rooms\n8 rows: 188.1 ± 65.6\ngain 3393.78")"));
    EXPECT_TRUE(holds(tree_dot(textbook::chain(100000)), "n199998 -> n200000"));
}

}  // namespace
}  // namespace treewright
