#include "treewright/data/prepare.h"

#include <gtest/gtest.h>

#include <limits>

#include "data/tables.h"
#include "treewright/base/error.h"

namespace treewright {
namespace {

struct Prepared {
    TrainingSet set;
    Messages messages;
};

Prepared prepared(Table table, PrepareOptions options) {
    Prepared result;
    options.source = "t.csv";
    result.set = prepare(std::move(table), options, result.messages);
    return result;
}

PrepareOptions target(const std::string& name) {
    PrepareOptions options;
    options.target = name;
    return options;
}

std::string refusal(Table table, const PrepareOptions& options) {
    try {
        prepared(std::move(table), options);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        EXPECT_NE(std::string(error.what()).find("t.csv"), std::string::npos);
        return error.what();
    }
    return "";
}

/// The sentence without its advice.
std::string cause_of(const std::string& sentence) { return sentence.substr(0, sentence.rfind(": ")); }

bool mentions(const Messages& messages, const std::string& text) {
    for (const Message& message : messages.list())
        if (message.text.find(text) != std::string::npos) return true;
    return false;
}

Table sample_table() {
    return table_of({numbers("x", {1, 2, 3, 5}), words("c", {"a", "b", "a", "b"}), words("y", {"no", "yes", "no", "no"})});
}

TEST(Prepare, features_and_target_part) {
    const auto [set, messages] = prepared(sample_table(), target("y"));
    EXPECT_EQ(set.rows, 4U);
    ASSERT_EQ(set.features.size(), 2U);
    EXPECT_EQ(set.features[0].schema.name, "x");
    EXPECT_EQ(set.target.schema.levels, (std::vector<std::string>{"no", "yes"}));
    EXPECT_TRUE(set.weights.empty());
    EXPECT_TRUE(messages.list().empty());
}

TEST(Prepare, a_target_is_named_or_counted) {
    EXPECT_EQ(prepared(sample_table(), target("last")).set.target.schema.name, "y");
    EXPECT_EQ(prepared(sample_table(), target("#2")).set.target.schema.name, "c");
    EXPECT_EQ(refusal(sample_table(), target("yy")), "t.csv has no column 'yy': did you mean 'y'?");
    EXPECT_EQ(cause_of(refusal(sample_table(), target("#9"))), "t.csv has no column '#9'");
}

TEST(Prepare, rows_without_a_label_are_left_out_and_counted) {
    const auto [set, messages] =
        prepared(table_of({words("c", {"a", "b", "only here"}), words("y", {"no", "yes", "?"})}), target("y"));
    EXPECT_EQ(set.rows, 2U);
    EXPECT_EQ(set.features[0].schema.levels, (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(mentions(messages, "1 row"));
}

TEST(Prepare, rows_that_are_left_keep_their_place_in_the_table) {
    const Table table = table_of({numbers("w", {1, 1, 0, 2}), words("y", {"?", "yes", "no", "no"})});
    PrepareOptions options = target("y");
    EXPECT_EQ(prepared(table, options).set.origin, (std::vector<RowId>{1, 2, 3}));
    options.weight = "w";
    const TrainingSet set = prepared(table, options).set;
    EXPECT_EQ(set.origin, (std::vector<RowId>{1, 3}));
    EXPECT_EQ(pick_rows(set, std::vector<RowId>{1}).origin, (std::vector<RowId>{3}));
    EXPECT_TRUE(prepared(sample_table(), target("y")).set.origin.empty());
}

TEST(Prepare, rows_to_test_a_model_on_may_be_of_one_class) {
    const Table table = table_of({numbers("x", {1, 2}), words("y", {"no", "no"})});
    PrepareOptions options = target("y");
    EXPECT_EQ(cause_of(refusal(table, options)), "t.csv: the target 'y' has one class only, 'no'");
    options.takes_one_class = true;
    EXPECT_EQ(prepared(table, options).set.target.schema.levels, std::vector<std::string>{"no"});
}

TEST(Prepare, rows_of_weight_0_are_dropped) {
    PrepareOptions options = target("y");
    options.weight = "w";
    Table table =
        table_of({words("c", {"z", "a", "b", "a"}), words("y", {"maybe", "yes", "no", "no"}), numbers("w", {0, 1, 2, 0.5})});
    const TrainingSet set = prepared(std::move(table), options).set;
    EXPECT_EQ(set.weights, (std::vector<double>{1, 2, 0.5}));
    EXPECT_EQ(set.target.schema.levels, (std::vector<std::string>{"no", "yes"}));
    EXPECT_EQ(set.features.size(), 1U);
    EXPECT_EQ(set.features[0].schema.levels, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(set.features[0].codes, (std::vector<std::int32_t>{0, 1, 0}));
}

TEST(Prepare, a_group_is_not_a_feature_and_loses_the_same_rows) {
    PrepareOptions options = target("y");
    options.group = "c";
    const Prepared result =
        prepared(table_of({numbers("x", {1, 2, 3, 5}), words("c", {"a", "b", "a", "b"}), words("y", {"no", "?", "yes", "no"})}),
                 options);
    ASSERT_EQ(result.set.features.size(), 1U);
    ASSERT_TRUE(result.set.group.has_value());
    EXPECT_EQ(result.set.group->codes, (std::vector<std::int32_t>{0, 0, 1}));
    options.group = "y";
    EXPECT_EQ(refusal(sample_table(), options), "t.csv: 'y' cannot be both the group and the target");
}

TEST(Prepare, sampling_weights_are_scaled_to_a_mean_of_1) {
    PrepareOptions options = target("y");
    options.weight = "w";
    options.weights_are = WeightMeaning::importance;
    const auto [set, messages] = prepared(
        table_of({numbers("x", {1, 2, 3, 4}), numbers("w", {1000, 3000, 0, 2000}), words("y", {"a", "b", "a", "b"})}), options);
    EXPECT_EQ(set.weights, (std::vector<double>{0.5, 1.5, 1.0}));
    EXPECT_EQ(set.weights_are, WeightMeaning::importance);
    EXPECT_TRUE(messages.list().empty());
}

TEST(Prepare, weights_that_cannot_be_numbers_of_rows_are_warned_of) {
    const auto warnings = [](double weight, std::optional<WeightMeaning> meaning) {
        PrepareOptions options = target("y");
        options.weight = "w";
        options.weights_are = meaning;
        Table table = table_of({numbers("x", {1, 2}), numbers("w", {weight, weight}), words("y", {"a", "b"})});
        return prepared(std::move(table), options).messages.list().size();
    };
    for (const double weight : {1.0, 0.1, 10.0}) EXPECT_EQ(warnings(weight, {}), 0U) << weight;
    for (const double weight : {0.09, 11.0, 2e5}) {
        EXPECT_EQ(warnings(weight, {}), 1U) << weight;
        EXPECT_EQ(warnings(weight, WeightMeaning::rows), 0U) << weight;
        EXPECT_EQ(warnings(weight, WeightMeaning::importance), 0U) << weight;
    }
}

TEST(Prepare, bad_weights_are_refused) {
    PrepareOptions options = target("y");
    options.weight = "w";
    const std::vector<std::pair<double, std::string>> bad_weights = {
        {-1.0, "-1"}, {missing_number, "missing"}, {std::numeric_limits<double>::infinity(), "inf"}};
    for (const auto& [bad, word] : bad_weights)
        EXPECT_EQ(cause_of(refusal(table_of({words("y", {"a", "b"}), numbers("w", {1, bad})}), options)),
                  "t.csv, row 2: the weight in column 'w' is " + word);
    EXPECT_EQ(cause_of(refusal(table_of({words("y", {"a", "b"}), words("w", {"x", "z"})}), options)),
              "t.csv: the weight column 'w' does not hold numbers only ('x' in row 1)");
    EXPECT_EQ(refusal(table_of({words("y", {"a", "b"}), numbers("w", {0, 0})}), options),
              "t.csv: no row is left that has a value of 'y' and a weight above 0");
    options.weight = "y";
    EXPECT_EQ(refusal(table_of({words("y", {"a", "b"})}), options), "t.csv: 'y' cannot be both the target and the weight");
}

TEST(Prepare, the_task_follows_from_the_target) {
    EXPECT_EQ(prepared(table_of({numbers("x", {1, 2, 4}), numbers("y", {0.5, 1.25, 3})}), target("y")).set.task(),
              Task::regression);
    const auto two = prepared(table_of({numbers("x", {1, 2, 4}), numbers("y", {10, 9, 10})}), target("y"));
    EXPECT_EQ(two.set.task(), Task::classification);
    EXPECT_EQ(two.set.target.schema.levels, (std::vector<std::string>{"10", "9"}));  // byte order
    EXPECT_EQ(two.set.target.codes, (std::vector<std::int32_t>{0, 1, 0}));
    EXPECT_TRUE(mentions(two.messages, "classes"));
    const auto integers = prepared(table_of({numbers("x", {1, 2, 4}), numbers("y", {1, 2, 3})}), target("y"));
    EXPECT_EQ(integers.set.task(), Task::regression);
    EXPECT_TRUE(mentions(integers.messages, "task classification"));
}

TEST(Prepare, the_task_can_be_asked_for) {
    PrepareOptions options = target("y");
    options.task = Task::classification;
    EXPECT_EQ(prepared(table_of({numbers("x", {1, 2, 4}), numbers("y", {1, 2, 3})}), options).set.target.schema.levels.size(),
              3U);
    options.task = Task::regression;
    EXPECT_EQ(prepared(table_of({numbers("x", {1, 2, 4}), numbers("y", {1, 2, 1})}), options).set.task(), Task::regression);
    EXPECT_EQ(cause_of(refusal(sample_table(), options)), "t.csv: the target 'y' holds categories, not numbers");
}

TEST(Prepare, targets_that_cannot_be_learned_are_refused) {
    EXPECT_EQ(cause_of(refusal(table_of({numbers("x", {1, 2}), words("y", {"a", "a"})}), target("y"))),
              "t.csv: the target 'y' has one class only, 'a'");
    EXPECT_EQ(refusal(table_of({numbers("x", {1, 2}), words("y", {"?", "?"})}), target("y")),
              "t.csv: no row is left that has a value of 'y' and a weight above 0");
    const double infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(cause_of(refusal(table_of({numbers("x", {1, 2, 3}), numbers("y", {1, 2, infinite})}), target("y"))),
              "t.csv: the target 'y' is infinite");
}

TEST(Prepare, an_identifier_is_left_out_unless_it_is_kept) {
    const Table table = table_of({words("name", {"David", "Anna", "Simon", "Kate"}), words("y", {"r", "r", "a", "a"})});
    const auto without = prepared(table, target("y"));
    EXPECT_TRUE(without.set.features.empty());
    EXPECT_TRUE(mentions(without.messages, "'name' is left out"));
    PrepareOptions options = target("y");
    options.keep = {"name"};
    EXPECT_EQ(prepared(table, options).set.features.size(), 1U);
}

TEST(Prepare, the_set_says_which_columns_were_left_out_and_why) {
    const Table table = table_of({words("name", {"David", "Anna", "Simon", "Kate"}), words("of", {"p", "p", "q", "q"}),
                                  numbers("w", {1, 1, 1, 1}), numbers("x", {1, 2, 3, 5}), words("y", {"r", "r", "a", "a"})});
    PrepareOptions options = target("y");
    options.weight = "w";
    options.group = "of";
    options.ignored = {"note", "day"};
    const std::vector<LeftOutColumn> expected = {{"day", LeftOutReason::asked},
                                                 {"name", LeftOutReason::identifier},
                                                 {"note", LeftOutReason::asked},
                                                 {"of", LeftOutReason::group}};  // and not the weight
    const TrainingSet set = prepared(table, options).set;
    EXPECT_EQ(set.left_out, expected);
    EXPECT_EQ(pick_rows(set, std::vector<std::uint32_t>{0, 2}).left_out, expected);
}

/// Column n counts 50 rows from `first`.
Table counted_rows(double first) {
    std::vector<double> numbers_of_rows, ones(50, 1.0);
    std::vector<std::string> labels;
    for (std::size_t row = 0; row < 50; ++row) {
        numbers_of_rows.push_back(first + static_cast<double>(row * 7 % 50));
        labels.emplace_back(row % 3 == 0 ? "r" : "a");
    }
    ones[3] = 2.0;
    return table_of({numbers("n", numbers_of_rows), numbers("w", ones), words("y", labels)});
}

TEST(Prepare, a_number_for_each_of_50_rows_is_left_out_unless_it_is_kept) {
    const auto features_of = [](double first, const PrepareOptions& options) {
        return prepared(counted_rows(first), options).set.features.size();
    };
    EXPECT_EQ(features_of(1, target("y")), 1U);
    EXPECT_EQ(features_of(0, target("y")), 1U);
    EXPECT_EQ(features_of(1950, target("y")), 2U) << "years are no row numbers";
    EXPECT_TRUE(mentions(prepared(counted_rows(1950), target("y")).messages, "'n' counts the rows"));
    PrepareOptions options = target("y");
    options.drops_identifiers = false;
    EXPECT_EQ(features_of(1, options), 2U) << "the library leaves nothing out";
    options = target("y");
    options.keep = {"n"};
    EXPECT_EQ(features_of(1, options), 2U);
    options = target("y");
    options.weight = "w";
    EXPECT_EQ(features_of(1, options), 1U) << "a row that counts twice makes it repeat: n stays, w is the weight";
    EXPECT_EQ(prepared(counted_rows(1), options).set.features[0].schema.name, "n");
}

TEST(Prepare, few_integers_with_many_rows_each_are_warned_of) {
    const auto level_of = [](std::size_t rows) {
        std::vector<double> codes, x;
        for (std::size_t row = 0; row < rows; ++row) {
            codes.push_back(static_cast<double>(row % 3));
            x.push_back(static_cast<double>(row * row));
        }
        const Messages messages = prepared(table_of({numbers("x", x), numbers("y", codes)}), target("y")).messages;
        for (const Message& message : messages.list())
            if (message.text.find("distinct integers") != std::string::npos) return message.level;
        ADD_FAILURE();
        return Message::Level::note;
    };
    EXPECT_EQ(level_of(15), Message::Level::warning);
    EXPECT_EQ(level_of(14), Message::Level::note);
}

TEST(Prepare, a_column_that_counts_the_rows_is_kept_with_a_warning) {
    const auto [set, messages] =
        prepared(table_of({numbers("n", {1, 2, 3, 4}), words("y", {"r", "r", "a", "a"})}), target("y"));
    EXPECT_EQ(set.features.size(), 1U);
    EXPECT_TRUE(mentions(messages, "'n'"));
}

}  // namespace
}  // namespace treewright
