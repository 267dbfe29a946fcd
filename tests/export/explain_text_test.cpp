#include "treewright/export/explain_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "export/textbook.h"

namespace treewright {
namespace {

Table rows_of(const TrainingSet& set) { return {set.rows, set.features, {}}; }

TEST(Explain, a_row_of_golf) {
    const auto golf = textbook::grown(textbook::golf(), Preset::id3);
    EXPECT_EQ(explain_text(golf.model, rows_of(golf.set), 1),
              "answer                node  rows  classes\n"
              "(all rows)               0    14  9 yes, 5 no\n"
              "Outlook is sunny         5     5  3 no, 2 yes\n"
              "Humidity = 90 > 77.5     7     3  3 no\n"
              "\n"
              "Play → no\n"
              "  no   1.000  ██████████\n"
              "  yes  0.000  ░░░░░░░░░░\n"
              "95 % interval for the share of no: 0.439 to 1.000\n");
}

TEST(Explain, missing_and_unseen_values_take_the_road_of_the_model) {
    const auto golf = textbook::grown(textbook::golf(), Preset::id3);
    Table rows = rows_of(golf.set);
    rows.columns[2].values.own()[0] = std::nan("");
    rows.columns[0].codes[3] = unseen_code;
    const std::string missing = explain_text(golf.model, rows, 0);
    EXPECT_NE(missing.find("Humidity is missing     7     3  3 no\n  goes to the heaviest branch, > 77.5\n"), std::string::npos)
        << missing;
    EXPECT_NE(explain_text(golf.model, rows, 3).find("Outlook is a level that the model has not seen"), std::string::npos);
    std::string text;
    JsonWriter json(text);
    write_explanation(json, golf.model, rows, 3);
    EXPECT_TRUE(text.starts_with(
        R"({"path":[{"node":0,"weight":14,"counts":{"no":5,"yes":9},"feature":"Outlook","value":null,"unseen":true,)"))
        << text;
    EXPECT_NE(text.find(R"("branch":"rain"})"), std::string::npos);
}

TEST(Explain, subsets_name_their_set) {
    const auto golf = textbook::grown(textbook::golf(), Preset::cart);
    EXPECT_NE(explain_text(golf.model, rows_of(golf.set), 0).find("Outlook is sunny, in {rain, sunny}"), std::string::npos);
    EXPECT_NE(explain_text(golf.model, rows_of(golf.set), 2).find("Outlook is overcast     "), std::string::npos);
}

TEST(Explain, numbers) {
    GrowOptions options;
    options.max_depth = 1;
    const auto prices = textbook::grown(textbook::prices(), options);
    EXPECT_EQ(explain_text(prices.model, rows_of(prices.set), 0),
              "answer           node  rows  mean\n"
              "(all rows)          0     8  188.1 ± 65.6\n"
              "rooms = 2 ≤ 4.5     1     5  143.0 ± 30.9\n"
              "\n"
              "price → 143.0\n"
              "95 % interval for the mean: 100.1 to 185.9\n");
    std::string text;
    JsonWriter json(text);
    write_explanation(json, prices.model, rows_of(prices.set), 0);
    EXPECT_NE(text.find(R"("leaf":1,"prediction":143,"standard_deviation":30.9)"), std::string::npos) << text;
}

}  // namespace
}  // namespace treewright
