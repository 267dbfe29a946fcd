#include "treewright/export/rules_text.h"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tree/sample_models.h"
#include "treewright/export/rule_explanation.h"
#include "treewright/export/rules_json.h"

namespace treewright {
namespace {

TextStyle wide() {
    TextStyle style;
    style.width = 200;
    return style;
}

TEST(RuleReport, wilsons_interval_of_the_share_that_is_right) {
    Rule rule;
    rule.label = 0;
    rule.weight = 10;
    rule.class_weights = {8, 2};
    // (0.8 + z²/20 ± z·√(0.8·0.2/10 + z²/400)) / (1 + z²/10), z = 1.95996: 0.71672 ± 0.22658
    EXPECT_NEAR(interval_of(rule).low, 0.49016, 5e-6);
    EXPECT_NEAR(interval_of(rule).high, 0.94332, 5e-6);
}

TEST(RuleReport, students_interval_of_the_mean) {
    Rule rule;  // 1, 2, 3, 4, 5: t of 4 degrees is 2.776445, and 2.776445·√(2/4) = 1.963243
    rule.weight = 5;
    rule.mean = 3;
    rule.variance = 2;
    EXPECT_NEAR(interval_of(rule).low, 3 - 1.963243, 5e-6);
    EXPECT_NEAR(interval_of(rule).high, 3 + 1.963243, 5e-6);
}

TEST(RulesText, the_golf_tree_as_sentences) {
    const Model golf = sample::golf();
    EXPECT_EQ(
        rules_text(report_of(golf, {}), wide()),
        "If Outlook is sunny and Humidity is above 77.5, then Play is no (3 of 3 rows: 43.9 to 100.0 %).\n"
        "If Outlook is rain and Windy is true, then Play is no (2 of 2 rows: 34.2 to 100.0 %).\n"
        "\n"
        "If Outlook is overcast, then Play is yes (4 of 4 rows: 51.0 to 100.0 %).\n"
        "If Outlook is rain and Windy is false, then Play is yes (3 of 3 rows: 43.9 to 100.0 %).\n"
        "If Outlook is sunny and Humidity is at most 77.5, then Play is yes (2 of 2 rows: 34.2 to 100.0 %).\n"
        "\n"
        "5 rules. In brackets: how many of the rows that meet the conditions are of the class, and the 95 % interval of that "
        "share.\n");
}

TEST(RulesText, support_confidence_class_and_order) {
    const Model golf = sample::golf();
    const auto leaves = [&](const RuleFilter& filter) {
        std::vector<std::uint32_t> result;
        for (const ListedRule& listed : report_of(golf, filter).rules) result.push_back(listed.rule.leaf);
        return result;
    };
    using Leaves = std::vector<std::uint32_t>;
    EXPECT_EQ(leaves({}), (Leaves{7, 4, 1, 3, 6}));
    RuleFilter by_support;
    by_support.order = RuleOrder::by_support;
    EXPECT_EQ(leaves(by_support), (Leaves{1, 3, 7, 4, 6}));
    RuleFilter large;
    large.min_support = 3;
    EXPECT_EQ(leaves(large), (Leaves{7, 1, 3}));
    EXPECT_EQ(report_of(golf, large).left_out, 2U);
    RuleFilter no;
    no.label = 0;
    EXPECT_EQ(leaves(no), (Leaves{7, 4}));

    Model noisy = golf;
    noisy.tree.class_weights.cells[7 * 2] = 2;
    noisy.tree.class_weights.cells[7 * 2 + 1] = 1;
    RuleFilter sure;
    sure.min_confidence = 0.7;
    for (const ListedRule& listed : report_of(noisy, sure).rules) EXPECT_NE(listed.rule.leaf, 7U);
    sure.min_confidence = 2.0 / 3.0;
    EXPECT_EQ(report_of(noisy, sure).rules.size(), 5U);
}

TEST(RulesText, empty_leaves_are_said_and_have_no_rule) {
    const Model model = sample::small_regression();  // the branch of missing values is empty
    const RuleReport report = report_of(model, {});
    EXPECT_EQ(report.rules.size(), 2U);
    EXPECT_EQ(report.empty_leaves, 1U);
    EXPECT_NE(rules_text(report, wide()).find("A leaf that no row reached has no rule."), std::string::npos);
}

TEST(RulesText, markdown_keeps_names_from_breaking_the_table) {
    Model golf = sample::golf();
    golf.schema.features[0].name = "a|b";
    EXPECT_NE(rules_markdown(report_of(golf, {})).find("| a\\|b is overcast | yes | 4 of 4 rows: 51.0 to 100.0 % |\n"),
              std::string::npos);
}

TEST(RulesJson, says_what_is_met_by_default) {
    const Model golf = sample::golf();
    const auto json = nlohmann::json::parse(rules_json(report_of(golf, {})));
    EXPECT_EQ(json["kind"], "tree");
    EXPECT_EQ(json["rules"][0]["leaf"], 7);
    EXPECT_EQ(json["rules"][0]["conditions"][1].dump(),
              R"({"above":77.5,"default":{"missing":true},"feature":"Humidity","missing":false})");
    EXPECT_EQ(json["rules"][2]["counts"].dump(), R"({"no":0,"yes":4})");
}

/// Humidity above 77.5 → no; else yes.
RuleModel one_rule() {
    const Model golf = sample::golf();
    RuleModel model{golf.schema, golf.options, golf.provenance, {}};
    Rule rule;
    rule.conditions.push_back({2});
    rule.conditions[0].above = 77.5;
    rule.label = 0;
    rule.weight = rule.first_weight = 9;
    rule.first_correct = 4;
    rule.class_weights = {4, 5};
    model.list = {{rule}, 1, {1, 4}, {5, 9}};
    return model;
}

Table one_row(double humidity) {
    const Schema schema = sample::golf().schema;
    Table table;
    table.rows = 1;
    for (const ColumnSchema& column : schema.features) table.columns.push_back({column, {}, {}});
    table.columns[0].codes = {0};
    table.columns[1].values = {70};
    table.columns[2].values = {humidity};
    table.columns[3].codes = {0};
    return table;
}

TEST(RulesText, a_list_is_numbered_and_ends_with_its_default) {
    const RuleModel model = one_rule();
    EXPECT_TRUE(rules_text(report_of(model, {}), wide())
                    .starts_with("1  If Humidity is above 77.5, then Play is no (4 of 9 rows: 18.9 to 73.3 %).\n"
                                 "   Otherwise Play is yes (4 of 5 rows that are left).\n\n"));
    EXPECT_NE(list_summary(model).find("training error    42.9 % (always 'yes': 35.7 %)"), std::string::npos);
}

TEST(RuleExplanation, the_rule_that_fires) {
    const std::string text = explain_text(one_rule(), one_row(85), 0);
    EXPECT_NE(text.find("Rule 1 is met:\n  Humidity is above 77.5  it is 85\n"), std::string::npos);
    EXPECT_NE(text.find("Play → no\n"), std::string::npos);
}

TEST(RuleExplanation, a_missing_value_meets_no_condition_that_does_not_say_so) {
    const std::string text = explain_text(one_rule(), one_row(std::nan("")), 0);
    EXPECT_NE(text.find("Humidity is above 77.5: it is missing\n"), std::string::npos);
    EXPECT_NE(text.find("No rule is met: the default decides.\n"), std::string::npos);
    EXPECT_NE(text.find("Play → yes\n"), std::string::npos);
    std::string bytes;
    JsonWriter json(bytes);
    write_explanation(json, one_rule(), one_row(std::nan("")), 0);
    const auto parsed = nlohmann::json::parse(bytes);
    EXPECT_TRUE(parsed["fired"].is_null());
    EXPECT_TRUE(parsed["tried"][0]["value"].is_null());
    EXPECT_EQ(parsed["probabilities"]["yes"], 0.8);
}

}  // namespace
}  // namespace treewright
