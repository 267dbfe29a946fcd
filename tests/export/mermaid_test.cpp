#include "treewright/export/mermaid.h"

#include <gtest/gtest.h>

#include "export/text_parts.h"
#include "export/textbook.h"

namespace treewright {
namespace {

TEST(Mermaid, golf_has_its_nodes_branches_and_colours) {
    const std::string chart = tree_mermaid(textbook::grown(textbook::golf(), Preset::id3).model);
    EXPECT_TRUE(chart.starts_with("flowchart TD\n    n0[\"Outlook<br/>14 rows: 9 yes, 5 no<br/>gain 0.247\"]\n"));
    EXPECT_TRUE(holds(chart, "    n5 -->|\"#62; 77.5\"| n7\n"));
    EXPECT_TRUE(holds(chart, "    n7([\"no<br/>3 rows, pure\"])\n"));
    EXPECT_TRUE(holds(chart, "    class n0,n2,n5 tint"));
    EXPECT_TRUE(holds(chart, "fill:#cfe6f5"));
}

TEST(Mermaid, names_are_escaped) {
    TrainingSet set = textbook::golf();
    set.features[0].schema.levels = {"a \"quoted\" one", "C# <b>", "`code` & more"};
    const std::string chart = tree_mermaid(textbook::grown(set, Preset::id3).model);
    EXPECT_TRUE(holds(chart, "|\"a #34;quoted#34; one\"|"));
    EXPECT_TRUE(holds(chart, "|\"C#35; #60;b#62;\"|"));
    EXPECT_TRUE(holds(chart, "|\"#96;code#96; #38; more\"|"));
}

TEST(Mermaid, the_depth_to_draw_counts_what_it_leaves_out) {
    const std::string chart = tree_mermaid(textbook::grown(textbook::golf(), Preset::id3).model, {1});
    EXPECT_TRUE(holds(chart, "<br/>… 2 leaves below\"]"));
    EXPECT_FALSE(holds(chart, "n3"));
}

TEST(Mermaid, a_chain_of_100000_nodes_is_drawn) { EXPECT_TRUE(holds(tree_mermaid(textbook::chain(100000)), "| n200000\n")); }

}  // namespace
}  // namespace treewright
