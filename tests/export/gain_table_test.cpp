#include "treewright/export/gain_table.h"

#include <gtest/gtest.h>

#include "export/textbook.h"

namespace treewright {
namespace {

GainTable table_of(const TrainingSet& set, const std::vector<ThresholdWish>& wishes) {
    const Threads threads(1);
    return gain_table(set, wishes, QuietRun(threads));
}

TEST(GainTable, the_textbooks_threshold_table) {
    const TrainingSet set = textbook::golf();
    const std::vector<ThresholdWish> wishes{{2, {60, 65, 70, 75, 80, 85, 90, 95, 100}}};
    EXPECT_EQ(gain_table_text(set, wishes, table_of(set, wishes)),
              "Play, 14 rows: 5 no, 9 yes\n"
              "H = −5/14·log₂(5/14) − 9/14·log₂(9/14) = 0.940\n"
              "\n"
              "feature      mutual information   share  question\n"
              "Outlook                   0.247  26.2 %  3 levels\n"
              "Temperature               0.113  12.1 %  ≤ 84 (best threshold)\n"
              "Humidity                  0.102  10.9 %  ≤ 82.5 (best threshold)\n"
              "Windy                     0.048   5.1 %  2 levels\n"
              "\n"
              "Humidity\n"
              "  threshold  rows above  no  yes   gain\n"
              "  60                 14   5    9  0.000\n"
              "  65                 13   5    8  0.048\n"
              "  70                 10   4    6  0.015\n"
              "  75                  9   4    5  0.045\n"
              "  80                  5   3    2  0.102\n"
              "  85                  4   2    2  0.025\n"
              "  90                  2   1    1  0.010\n"
              "  95                  1   0    1  0.048\n"
              "  100                 0   0    0  0.000\n");
}

TEST(GainTable, numbers_are_explained_by_their_variance) {
    const TrainingSet set = textbook::prices();
    const std::vector<ThresholdWish> wishes{{0, {4.5}}};
    const std::string text = gain_table_text(set, wishes, table_of(set, wishes));
    EXPECT_NE(text.find("rooms               3393.78  78.9 %  ≤ 4.5 (best threshold)\n"), std::string::npos);
    EXPECT_NE(text.find("  4.5                 3  263.333  3393.78\n"), std::string::npos);
}

TEST(GainTable, json) {
    TrainingSet set = textbook::golf();
    set.features[1].values.own().assign(14, 70.0);
    const std::vector<ThresholdWish> wishes{{2, {80}}};
    std::string text;
    JsonWriter json(text);
    write_gain_table(json, set, wishes, table_of(set, wishes));
    EXPECT_TRUE(text.starts_with(
        R"({"target":"Play","measure":"entropy","rows":{"weight":14,"counts":{"no":5,"yes":9},"impurity":0.94)"));
    EXPECT_NE(text.find(R"({"feature":"Temperature","none":"constant"})"), std::string::npos);
    EXPECT_NE(text.find(R"("cuts":[{"threshold":80,"above":{"weight":5,"counts":{"no":3,"yes":2})"), std::string::npos);
}

}  // namespace
}  // namespace treewright
