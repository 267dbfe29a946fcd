#include "treewright/training/model_warnings_internal.h"

#include <gtest/gtest.h>

#include "data/tables.h"
#include "treewright/data/prepare.h"
#include "treewright/training/train.h"

namespace treewright {
namespace {

constexpr std::size_t rows = 100;

/// x: no help; code: gives the class away but for `wrong` rows.
Table outcomes(std::size_t wrong) {
    std::vector<std::string> code, answer;
    std::vector<double> x;
    for (std::size_t row = 0; row < rows; ++row) {
        const bool is_yes = row % 2 == 0;
        answer.emplace_back(is_yes ? "yes" : "no");
        code.emplace_back((row < wrong) != is_yes ? "A" : "R");
        x.push_back(static_cast<double>(row * 37 % 10));
    }
    return table_of({numbers("x", x), words("code", code), words("answer", answer)});
}

std::vector<std::string> warnings_of(Table table, const std::string& target, const TrainOptions& options = {}) {
    PrepareOptions preparing;
    preparing.source = "t.csv";
    preparing.target = target;
    Messages of_table, of_training;
    Progress progress;
    const TrainingSet set = prepare(std::move(table), preparing, of_table);
    (void)train(set, options, {Threads(1), progress, of_training});
    std::vector<std::string> warnings;
    for (const Message& message : of_training.list())
        if (message.level == Message::Level::warning) warnings.push_back(message.text);
    return warnings;
}

TEST(ModelWarnings, a_feature_that_gives_the_class_away) {
    const std::vector<std::string> expected = {
        "'code' alone tells 'answer' almost without error: if it is only known once the outcome is, use ignore 'code'"};
    EXPECT_EQ(warnings_of(outcomes(0), "answer"), expected);
    EXPECT_TRUE(warnings_of(outcomes(2), "answer").empty()) << "two of fifty mistakes are left";
}

TEST(ModelWarnings, a_number_that_is_the_target_in_another_unit) {
    const auto price = [](double noise) {
        std::vector<double> cents, euros;
        for (std::size_t row = 0; row < rows; ++row) {
            euros.push_back(static_cast<double>(row * 37 % 101));
            cents.push_back(5000.0 - 100.0 * euros.back() + (row % 2 == 0 ? noise : -noise));
        }
        return table_of({numbers("cents", cents), numbers("euros", euros)});
    };
    EXPECT_EQ(warnings_of(price(0.0), "euros").size(), 1U);
    EXPECT_TRUE(warnings_of(price(300.0), "euros").empty());
}

TEST(ModelWarnings, a_class_too_rare_to_be_learned) {
    std::vector<std::string> labels(rows, "fine");
    std::vector<double> x;
    for (std::size_t row = 0; row < rows; ++row) x.push_back(static_cast<double>(row * 37 % 10));
    for (const std::size_t fraud : {3U, 13U, 23U}) labels[fraud] = "fraud";
    const Table table = table_of({numbers("x", x), words("y", labels)});
    TrainOptions options;
    options.grow.max_depth = 0;
    const std::vector<std::string> warnings = warnings_of(table, "y", options);
    ASSERT_FALSE(warnings.empty());
    EXPECT_EQ(warnings.back(),
              "3 of 100 rows are 'fraud', and the tree is a single leaf that never predicts it: try class-weight balanced, "
              "priors equal or costs");
    options.priors = PriorsKind::equal;
    for (const std::string& warning : warnings_of(table, "y", options))
        EXPECT_EQ(warning.find("single leaf"), std::string::npos) << "priors were given";
}

TEST(ModelWarnings, all_features_that_give_the_class_away_are_named) {
    Table table = outcomes(0);
    std::vector<double> score;
    std::vector<std::string> nearly;
    for (std::size_t row = 0; row < rows; ++row) {
        const bool is_yes = row % 2 == 0;
        score.push_back(static_cast<double>(row * 37 % 10) + (is_yes ? 20.0 : 0.0));
        nearly.emplace_back((row < 4) != is_yes ? "A" : "R");
    }
    table.columns.push_back(numbers("score", score));
    table.columns.push_back(words("nearly", nearly));
    EXPECT_EQ(
        warnings_of(table, "answer"),
        (std::vector<std::string>{"'code' and 'score' tell 'answer' almost without error, each of them alone: if they are "
                                  "only known once the outcome is, use ignore 'code,score'"}));
    for (const char* const name : {"b", "c"}) table.columns.push_back(numbers(name, score));
    const std::vector<std::string> warnings = warnings_of(table, "answer");
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_TRUE(warnings[0].starts_with("'code', 'score', 'b' and 1 more tell")) << warnings[0];
}

/// As many rows of each class as it says.
std::vector<std::string> warnings_of_classes(const std::vector<std::size_t>& counts) {
    std::vector<std::string> labels;
    std::vector<double> x;
    for (std::size_t i = 0; i < counts.size(); ++i) labels.insert(labels.end(), counts[i], "c" + std::to_string(i));
    for (std::size_t row = 0; row < labels.size(); ++row) x.push_back(static_cast<double>(row * 37 % 10));
    TrainOptions options;
    options.grow.max_depth = 0;
    options.prune.method = PruneMethod::none;
    return warnings_of(table_of({numbers("x", x), words("y", labels)}), "y", options);
}

TEST(ModelWarnings, where_most_classes_are_rare_none_is_named) {
    EXPECT_EQ(warnings_of_classes({98, 3, 3}).size(), 1U);
    EXPECT_TRUE(warnings_of_classes(std::vector<std::size_t>(6, 20)).empty()) << "a sixth each";
    std::vector<std::size_t> counts(15, 3);
    counts[0] = 500;
    EXPECT_TRUE(warnings_of_classes(counts).empty());
    counts.assign(120, 30);
    counts[0] = 3;
    EXPECT_TRUE(warnings_of_classes(counts).empty());
}

}  // namespace
}  // namespace treewright
