#include "treewright/export/work_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "export/text_parts.h"
#include "export/textbook.h"
#include "treewright/export/display.h"

namespace treewright {
namespace {

using textbook::grown;

/// The section of one node.
std::string section(const std::string& text, NodeId node) {
    const std::size_t begin = text.find("Node " + std::to_string(node) + ":");
    const std::size_t end = text.find("\nNode " + std::to_string(node + 1) + ":");
    return text.substr(begin, end == std::string::npos ? end : end - begin);
}

void expect_width(const std::string& text, std::size_t width) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) EXPECT_LE(display_width(line), width) << line;
}

TEST(WorkText, the_root_of_golf_as_on_the_board) {
    const std::string text = work_text(grown(textbook::golf(), Preset::id3).worked());
    EXPECT_EQ(section(text, 0),
              "Node 0: all 14 rows: 5 no, 9 yes\n"
              "────────────────────────────────\n"
              "H = −5/14·log₂(5/14) − 9/14·log₂(9/14) = 0.940\n"
              "\n"
              "Outlook\n"
              "  branch    rows  no  yes      H\n"
              "  overcast     4   0    4  0.000\n"
              "  rain         5   2    3  0.971\n"
              "  sunny        5   3    2  0.971\n"
              "  H(Play | Outlook) = 4/14·0.000 + 5/14·0.971 + 5/14·0.971 = 0.694\n"
              "  gain = 0.9403 − 0.6935 = 0.247\n"
              "\n"
              "Temperature, 8 candidate thresholds\n"
              "  threshold  rows above  no  yes     gain\n"
              "  64.5               13   5    8    0.048\n"
              "  66.5               12   4    8    0.010\n"
              "  70.5                9   4    5    0.045\n"
              "  71.5                8   3    5    0.001\n"
              "  73.5                6   2    4    0.001\n"
              "  77.5                4   2    2    0.025\n"
              "  80.5                3   1    2  0.00049\n"
              "  84                  1   1    0    0.113  ← best\n"
              "  branch  rows  no  yes      H\n"
              "  ≤ 84      13   4    9  0.890\n"
              "  > 84       1   1    0  0.000\n"
              "  H(Play | Temperature ≤ 84) = 13/14·0.890 + 1/14·0.000 = 0.827\n"
              "  gain = 0.940 − 0.827 = 0.113\n"
              "\n"
              "Humidity, 7 candidate thresholds\n"
              "  threshold  rows above  no  yes   gain\n"
              "  67.5               13   5    8  0.048\n"
              "  72.5               10   4    6  0.015\n"
              "  79                  8   4    4  0.090\n"
              "  82.5                5   3    2  0.102  ← best\n"
              "  87.5                4   2    2  0.025\n"
              "  92.5                2   1    1  0.010\n"
              "  95.5                1   0    1  0.048\n"
              "  branch  rows  no  yes      H\n"
              "  ≤ 82.5     9   2    7  0.764\n"
              "  > 82.5     5   3    2  0.971\n"
              "  H(Play | Humidity ≤ 82.5) = 9/14·0.764 + 5/14·0.971 = 0.838\n"
              "  gain = 0.940 − 0.838 = 0.102\n"
              "\n"
              "Windy\n"
              "  branch  rows  no  yes      H\n"
              "  false      8   2    6  0.811\n"
              "  true       6   3    3  1.000\n"
              "  H(Play | Windy) = 8/14·0.811 + 6/14·1.000 = 0.892\n"
              "  gain = 0.940 − 0.892 = 0.048\n"
              "\n"
              "Gains: Outlook 0.247, Temperature 0.113, Humidity 0.102, Windy 0.048.\n"
              "Outlook is chosen: the highest gain, 0.247.\n");
    EXPECT_EQ(section(text, 1),
              "Node 1: Outlook = overcast, 4 rows: 4 yes\n"
              "─────────────────────────────────────────\n"
              "H = 0\n"
              "A leaf → yes: all rows are of one class.\n");
    EXPECT_TRUE(holds(section(text, 5), "Outlook: asked about above\n"));
    EXPECT_TRUE(section(text, 7).starts_with("Node 7: Outlook = sunny and Humidity > 77.5, 3 rows: 3 no\n"));
    expect_width(text, 80);
}

TEST(WorkText, c45_shows_ratio_penalty_and_average) {
    const std::string text = work_text(grown(textbook::golf(), Preset::c45).worked());
    const std::string root = section(text, 0);
    EXPECT_TRUE(holds(
        root, "  split information = −8/14·log₂(8/14) − 6/14·log₂(6/14) = 0.985\n  gain ratio = 0.048 / 0.985 = 0.049\n"));
    EXPECT_TRUE(holds(root, "gain ratio = 0.247 / 1.577 = 0.156\n"));
    EXPECT_TRUE(holds(root, "  penalty = log₂(6)/14 = 0.185, for the choice among 6 thresholds\n"));
    EXPECT_TRUE(holds(root, "  gain ratio = (0.1022 − 0.1846) / 0.940 = −0.088\n"));
    EXPECT_TRUE(holds(root, "Gain ratios: Outlook 0.156; below the average gain: Windy 0.049"));
    EXPECT_TRUE(holds(root, "The average gain is 0.147"));
    EXPECT_TRUE(holds(root, "Outlook is chosen: the highest gain ratio, 0.156."));
    expect_width(text, 80);
}

TEST(WorkText, an_identifier_is_ruled_out_by_the_row_limits) {
    const std::string text = work_text(grown(textbook::weather_with_id(), Preset::c45).worked());
    EXPECT_TRUE(holds(section(text, 0), "id: no question leaves enough rows in its branches\n"));
    EXPECT_TRUE(
        holds(work_text(grown(textbook::weather_with_id(), Preset::id3).worked()), "id is chosen: the highest gain, 0.940."));
}

TEST(WorkText, regression_splits_by_variance) {
    const std::string root = section(work_text(grown(textbook::prices(), Preset::cart).worked()), 0);
    EXPECT_TRUE(holds(root, "mean = 188.125, variance = 4299.61, squared error = 8·4299.61 = 34396.9\n"));
    EXPECT_TRUE(holds(root, "  4.5                 3  263.333  3393.78  ← best\n"));
    EXPECT_TRUE(holds(root, "  ≤ 4.5      5  143.000   956.000\n"));
    EXPECT_TRUE(holds(root, "  variance(price | rooms ≤ 4.5) = 5/8·956.000 + 3/8·822.222 = 905.833\n"));
    EXPECT_TRUE(holds(root, "rooms ≤ 4.5 is chosen: the highest gain, 3393.78.\n"));
}

TEST(WorkText, weights_and_fractions_of_targets_keep_their_unit) {
    TrainingSet set = textbook::prices();
    for (double& price : set.target.values.own()) price = price / 8.0 - 40.0;
    set.weights.assign(set.rows, 0.25);
    const std::string root = section(work_text(grown(set, Preset::cart).worked()), 0);
    EXPECT_TRUE(holds(root, "Node 0: all 2 rows\n"));
    EXPECT_TRUE(holds(root, "mean = −16.484, variance = 67.181")) << root;
}

TEST(WorkText, gini_and_its_costs) {
    GrowOptions options;
    options.max_depth = 1;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()), "G = 1 − (5/14)² − (9/14)² = 0.459\n"));
    options.criterion = CriterionName::cost_gini;
    ClassTerms terms;
    terms.costs = {2, {0.0, 5.0, 1.0, 0.0}};
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options, terms).worked()), "G = 5·5/14·9/14 + 1·9/14·5/14 = 1.378\n"));
}

TEST(WorkText, misclassification_and_tsallis) {
    GrowOptions options;
    options.max_depth = 1;
    options.criterion = CriterionName::misclassification;
    const std::string errors = work_text(grown(textbook::golf(), options).worked());
    EXPECT_TRUE(holds(errors, "E = 1 − max(5/14, 9/14) = 0.357\n")) << errors;
    options.criterion = CriterionName::tsallis;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()),
                      "S = (1 − (5/14)^0.75 − (9/14)^0.75)/(0.75 − 1) = 0.720\n"));
    options.criterion_parameters.tsallis_q = 1.0;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()), "S = −5/14·ln(5/14) − 9/14·ln(9/14) = 0.652\n"));
}

TEST(WorkText, priors_work_on_shares) {
    GrowOptions options;
    options.max_depth = 1;
    ClassTerms terms;
    terms.score_factors = terms.label_factors = {1.8, 1.0};
    const std::string root = section(work_text(grown(textbook::golf(), options, terms).worked()), 0);
    EXPECT_TRUE(holds(root, "G = 1 − (0.500)² − (0.500)² = 0.500\n"));
    EXPECT_TRUE(holds(root, "priors, class weights or costs"));
    EXPECT_TRUE(holds(root, "G(Play | Outlook = overcast) = 0.222·0.000 + 0.778·0.459 = 0.357\n"));
}

TEST(WorkText, the_test_decides) {
    GrowOptions options = preset_options(Preset::id3);
    options.stop_test = StopTest::chi_squared;
    options.adjust = Adjust::none;
    const std::string text = work_text(grown(textbook::golf(), options).worked());
    EXPECT_TRUE(holds(text,
                      "Outlook would be chosen: the highest gain, 0.247.\n"
                      "χ² test: D = 3.547 with 2 degrees of freedom, p = 0.170; not significant at\n  0.05.\n"
                      "A leaf → yes: the best split is not significant.\n"));
}

TEST(WorkText, leaves_say_why_they_are_leaves) {
    const std::string same = work_text(grown(textbook::subscribers(), Preset::cart).worked());
    EXPECT_TRUE(holds(same, "A leaf → No: no remaining feature separates these rows.\n"));
    GrowOptions options;
    options.max_depth = 1;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()), "A leaf → yes: max-depth 1 is reached.\n"));
    options = {};
    options.min_split = 12.0;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()), "A leaf → yes: fewer rows than min-split 12.\n"));
    options = {};
    options.min_gain = 0.2;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()), "is below min-gain 0.2.\n"));
    options = {};
    options.max_leaves = 2;
    EXPECT_TRUE(holds(work_text(grown(textbook::golf(), options).worked()), "and the tree has max-leaves 2.\n"));
}

TEST(WorkText, ties_go_to_the_first_in_the_table) {
    TrainingSet set = textbook::subscribers();
    set.features.push_back(set.features[0]);
    set.features.back().schema.name = "Job";
    EXPECT_TRUE(holds(work_text(grown(set, Preset::id3).worked()),
                      "A tie between Employment and Job at 0.300: Employment comes first in the table\n  and is chosen.\n"));
}

TEST(WorkText, missing_rows_are_counted_as_the_method_says) {
    TrainingSet set = textbook::golf();
    set.features[2].values.own()[0] = set.features[2].values.own()[3] = std::nan("");
    GrowOptions options = preset_options(Preset::id3);
    options.max_depth = 1;
    const std::string majority = work_text(grown(set, options).worked());
    EXPECT_TRUE(holds(majority, "  known rows: H = −4/12·log₂(4/12) − 8/12·log₂(8/12) = 0.918\n"));
    EXPECT_TRUE(holds(majority, "  gain = 12/14·(0.918 − 0.775) = 0.123, 12 of 14 rows being known\n"));
    EXPECT_TRUE(holds(majority, "  missing values go to the branch ≤ 92.5\n"));
    options.missing = MissingMethod::direction;
    EXPECT_TRUE(
        holds(work_text(grown(set, options).worked()), "  92.5, missing below           1   1    0    0.113  ← best\n"));
}

TEST(WorkText, many_thresholds_are_shown_around_the_best) {
    std::vector<double> x;
    textbook::Cells y;
    for (int i = 0; i < 100; ++i) {
        x.push_back(i);
        y.emplace_back(i % 10 == 0 ? "b" : i < 60 ? "a" : "b");
    }
    const TrainingSet set = textbook::make_set({textbook::numbers("x", x)}, textbook::category("y", y));
    TrainingSet noisy = set;
    for (std::size_t i = 0; i < 100; i += 3) noisy.target.codes[i] = 1 - noisy.target.codes[i];
    const std::string root = section(work_text(grown(noisy, Preset::cart).worked()), 0);
    EXPECT_TRUE(holds(root, "← best"));
    EXPECT_TRUE(holds(root, " lower, gain up to 0."));
    EXPECT_TRUE(holds(root, " higher, gain up to 0."));
    EXPECT_LT(std::count(root.begin(), root.end(), '\n'), 25);
}

TEST(WorkText, many_classes_and_long_names_fit) {
    textbook::Cells labels;
    textbook::Cells cells;
    for (int i = 0; i < 60; ++i) {
        labels.push_back("class number " + std::to_string(i % 12));
        cells.push_back("a level with a name that is really rather long, " + std::to_string(i % 30));
    }
    const TrainingSet set = textbook::make_set({textbook::category("feature", cells)}, textbook::category("label", labels));
    const std::string text = work_text(grown(set, Preset::id3).worked());
    EXPECT_TRUE(holds(text, "H = −Σ p·log₂(p) over 12 classes = 3.585\n"));
    EXPECT_TRUE(holds(text, "… 10 more branches\n"));
    expect_width(text, 80);
}

}  // namespace
}  // namespace treewright
