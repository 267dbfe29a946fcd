#include "treewright/export/work_text.h"

#include <gtest/gtest.h>

#include <iostream>

#include "export/textbook.h"

namespace treewright {
namespace {

TEST(WorkText, Golf) {
    std::cout << work_text(textbook::grown(textbook::golf(), Preset::id3).worked());
    std::cout << "=============\n" << work_text(textbook::grown(textbook::golf(), Preset::c45).worked());
    std::cout << "=============\n" << work_text(textbook::grown(textbook::prices(), Preset::cart).worked());
    std::cout << "=============\n" << work_text(textbook::grown(textbook::weather_with_id(), Preset::c45).worked());
    std::cout << "=============\n" << work_text(textbook::grown(textbook::subscribers(), Preset::cart).worked());
}

}  // namespace
}  // namespace treewright
