#include "treewright/export/importance.h"

#include <gtest/gtest.h>

#include "export/textbook.h"

namespace treewright {
namespace {

TEST(Importance, the_largest_comes_first) {
    const Schema schema = textbook::grown(textbook::golf(), Preset::id3).model.schema;
    EXPECT_EQ(importance_text(schema, {0.25, 0.0, 0.7, 0.05}),
              "feature   share of gain\n"
              "Humidity         70.0 %  ██████████████░░░░░░\n"
              "Outlook          25.0 %  █████░░░░░░░░░░░░░░░\n"
              "Windy             5.0 %  █░░░░░░░░░░░░░░░░░░░\n"
              "without gain: Temperature\n");
    EXPECT_EQ(importance_text(schema, {0.0, 0.0, 0.0, 0.0}), "No feature brings any gain.\n");
    std::string json;
    JsonWriter writer(json);
    write_importance(writer, schema, {0.25, 0.0, 0.75, 0.0});
    EXPECT_TRUE(json.starts_with(
        R"([{"feature":"Humidity","share":0.75},{"feature":"Outlook","share":0.25},{"feature":"Temperature")"));
}

}  // namespace
}  // namespace treewright
