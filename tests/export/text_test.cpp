#include "treewright/export/text.h"

#include <gtest/gtest.h>

#include <iostream>

#include "export/textbook.h"
#include "treewright/export/display.h"

namespace treewright {
namespace {

TEST(TreeText, GolfIsDrawnAsInTheTextbook) {
    std::cout << tree_text(textbook::grown(textbook::golf(), Preset::id3).model);
    std::cout << tree_text(textbook::grown(textbook::subscribers(), Preset::id3).model);
    std::cout << tree_text(textbook::grown(textbook::subscribers(), Preset::cart).model, {80, 1, true});
    std::cout << tree_text(textbook::grown(textbook::prices(), Preset::cart).model);
    GrowOptions stump; stump.max_depth = 1;
    std::cout << tree_text(textbook::grown(textbook::prices(), stump).model);
    std::cout << tree_text(textbook::grown(textbook::golf(), stump).model);
    stump.max_depth=0;
    std::cout << tree_text(textbook::grown(textbook::golf(), stump).model);
    GrowOptions test = preset_options(Preset::id3); test.stop_test = StopTest::chi_squared; test.adjust=Adjust::none;
    std::cout << tree_text(textbook::grown(textbook::golf(), test).model);
    test.significance = 0.2;
    std::cout << tree_text(textbook::grown(textbook::golf(), test).model);
    std::cout << tree_text(textbook::chain(45));
    std::cout << tree_text(textbook::chain(100000)).size();
}

}  // namespace
}  // namespace treewright
