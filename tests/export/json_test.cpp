#include "treewright/export/json.h"

#include <gtest/gtest.h>

#include "export/text_parts.h"
#include "export/textbook.h"
#include "treewright/base/number_text.h"

namespace treewright {
namespace {

TEST(TreeJson, golf_with_real_names) {
    const std::string json = tree_json(textbook::grown(textbook::golf(), Preset::id3).model);
    EXPECT_TRUE(json.starts_with(R"({"task":"classification","target":"Play","classes":["no","yes"],"features":[)"));
    EXPECT_TRUE(holds(json, R"({"name":"Outlook","type":"categorical","levels":["overcast","rain","sunny"]})"));
    EXPECT_TRUE(holds(json, R"("total_weight":14,"leaves":5,"depth":2,"nodes":[)"));
    EXPECT_TRUE(holds(json, R"({"id":7,"depth":2,"parent":5,"branch":"> 77.5","weight":3,"counts":{"no":3,"yes":0},)"
                            R"("prediction":"no","impurity":0,"leaf":true})"));
    EXPECT_TRUE(
        holds(json, R"("question":"Humidity ≤ 77.5","feature":"Humidity","kind":"threshold","threshold":77.5,"gain":0.97)"));
    EXPECT_TRUE(holds(json, R"("missing_to":7,"children":[6,7]})"));
}

TEST(TreeJson, subsets_numbers_and_dates) {
    const std::string cart = tree_json(textbook::grown(textbook::golf(), Preset::cart).model);
    EXPECT_TRUE(holds(cart, R"("kind":"subset","left":["overcast"],"right":["rain","sunny"],"gain":)"));
    TrainingSet set = textbook::prices();
    set.features[0].schema.type = ColumnType::date;
    for (double& value : set.features[0].values.own()) value += *parse_date("2020-03-10");
    const std::string json = tree_json(textbook::grown(set, Preset::cart).model);
    EXPECT_TRUE(holds(json, R"("prediction":188.125,"variance":4299.609375)"));
    EXPECT_TRUE(
        holds(json, R"("question":"rooms ≤ 2020-03-14","feature":"rooms","kind":"threshold","threshold":"2020-03-14")"));
}

TEST(TreeJson, tests_are_kept) {
    GrowOptions options = preset_options(Preset::id3);
    options.stop_test = StopTest::chi_squared;
    const std::string json = tree_json(textbook::grown(textbook::golf(), options).model);
    EXPECT_TRUE(holds(json, R"("leaf":true,"test":{"p_value":0.169)"));
    EXPECT_TRUE(holds(json, R"("tests_of_feature":1,"approximate":false})"));
}

}  // namespace
}  // namespace treewright
