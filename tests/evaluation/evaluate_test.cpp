#include "treewright/evaluation/evaluate.h"

#include <gtest/gtest.h>

#include <random>

#include "data/tables.h"
#include "training/tables.h"
#include "training/training_run.h"

namespace treewright {
namespace {

TEST(Evaluator, comes_to_the_same_in_batches) {
    for (const bool regression : {false, true}) {
        const AnyPredictor model(AnyModel(train_quietly(large_table(regression, 300, 1))));
        const TrainingSet set = large_table(regression, 200, 2);
        Evaluator whole(model, {}), parts(model, {});
        whole.add(set, Threads(1));
        std::vector<std::size_t> first, second;
        for (std::size_t row = 0; row < set.rows; ++row) (row < 70 ? first : second).push_back(row);
        parts.add(with_rows(set, first), Threads(1));
        parts.add(with_rows(set, second), Threads(1));
        const EvaluationResult expected = whole.result(), found = parts.result();
        EXPECT_EQ(expected.rows(), found.rows());
        ASSERT_EQ(expected.figures.size(), found.figures.size());
        for (std::size_t i = 0; i < found.figures.size(); ++i) {
            EXPECT_EQ(expected.figures[i].figure.value, found.figures[i].figure.value) << found.figures[i].name;
            EXPECT_EQ(expected.figures[i].baseline, found.figures[i].baseline) << found.figures[i].name;
        }
        EXPECT_FALSE(found.looks_like_training);
    }
}

TEST(Evaluator, knows_the_training_rows) {
    for (const bool regression : {false, true}) {
        const TrainingSet set = large_table(regression, 300, 1);
        const AnyPredictor model(AnyModel(train_quietly(set)));
        Evaluator evaluator(model, {});
        evaluator.add(set, Threads(1));
        EXPECT_TRUE(evaluator.result().looks_like_training) << regression;
    }
}

TEST(Evaluator, tells_of_weights_that_cannot_be_numbers_of_rows) {
    TrainingSet set = large_table(false, 100, 1);
    const AnyPredictor model(AnyModel(train_quietly(set)));
    const auto warnings = [&](double weight, std::optional<WeightMeaning> meaning) {
        set.weights.assign(set.rows, weight);
        set.weights_are = meaning;
        Evaluator evaluator(model, {});
        evaluator.add(set, Threads(1));
        Progress progress;
        Messages messages;
        (void)evaluator.finish({"m", "t.csv", "w"}, nullptr, {Threads(1), progress, messages});
        return std::count_if(messages.list().begin(), messages.list().end(),
                             [](const Message& message) { return message.text.find("add up to") != std::string::npos; });
    };
    for (const double weight : {1.0, 0.11, 9.9}) EXPECT_EQ(warnings(weight, {}), 0) << weight;
    for (const double weight : {0.09, 11.0}) {
        EXPECT_EQ(warnings(weight, {}), 1) << weight;
        EXPECT_EQ(warnings(weight, WeightMeaning::rows), 0) << weight;
        EXPECT_EQ(warnings(weight, WeightMeaning::importance), 0) << weight;
    }
}

TEST(Evaluator, refuses_a_positive_class_that_the_model_has_no_use_for) {
    TrainingSet two;
    two.rows = 4;
    two.features = {numbers("x", {1, 2, 3, 4})};
    two.target = words("y", {"no", "yes", "yes", "yes"});
    const auto refusal = [](const AnyPredictor& model, const std::string& positive) -> std::string {
        try {
            (void)Evaluator(model, {.positive = positive});
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    const AnyPredictor model(AnyModel(train_quietly(two)));
    EXPECT_EQ(refusal(model, "yes"), "");
    EXPECT_EQ(refusal(model, "yess"), "positive names 'yess', which is not a class of 'y': did you mean 'yes'?");
    const AnyPredictor numeric(AnyModel(train_quietly(large_table(true, 50, 1))));
    EXPECT_EQ(refusal(numeric, "yes"), "positive is for classes, but the target 'y' is a number");
}

}  // namespace
}  // namespace treewright
