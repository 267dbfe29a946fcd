#include "treewright/export/work_json.h"

#include <gtest/gtest.h>

#include "export/text_parts.h"
#include "export/textbook.h"

namespace treewright {
namespace {

TEST(WorkJson, holds_every_candidate_with_real_names) {
    const std::string text = work_json(textbook::grown(textbook::golf(), Preset::id3).worked());
    EXPECT_TRUE(
        text.starts_with("[\n{\"node\":0,\"path\":[],\"stop\":\"split\",\"measure\":\"entropy\","
                         "\"rows\":{\"weight\":14,\"counts\":{\"no\":5,\"yes\":9},\"impurity\":0.940"));
    EXPECT_TRUE(holds(text, "{\"feature\":\"Outlook\",\"question\":\"Outlook\",\"gain\":0.2467"));
    EXPECT_TRUE(holds(text, "{\"branch\":\"sunny\",\"weight\":5,\"counts\":{\"no\":3,\"yes\":2},\"impurity\":0.970"));
    EXPECT_TRUE(holds(text, "{\"threshold\":82.5,\"above\":{\"weight\":5,\"counts\":{\"no\":3,\"yes\":2}"));
    EXPECT_TRUE(holds(text, "\"chosen\":\"Outlook\""));
    EXPECT_TRUE(holds(text, "\"path\":[\"Outlook = sunny\",\"Humidity > 77.5\"],\"stop\":\"pure\""));
    EXPECT_TRUE(holds(text, "{\"feature\":\"Outlook\",\"none\":\"used\"}"));
    EXPECT_TRUE(text.ends_with("\n]\n"));
}

TEST(WorkJson, gain_ratio_has_its_parts) {
    const std::string text = work_json(textbook::grown(textbook::golf(), Preset::c45).worked());
    EXPECT_TRUE(holds(text, "\"split_information\":1.577"));
    EXPECT_TRUE(holds(text, "\"eligible\":false"));
    EXPECT_TRUE(holds(text, "\"average_gain\":0.147"));
}

}  // namespace
}  // namespace treewright
