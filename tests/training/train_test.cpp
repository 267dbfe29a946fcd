#include "treewright/training/train.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include "reference/examples.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <sstream>

#include "reference/random_case.h"
#include "training/training_run.h"
#include "treewright/base/error.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_table.h"
#include "treewright/prediction/predict.h"
#include "treewright/training/option_check.h"
#include "treewright/tree/check.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

struct Trained {
    TrainingSet set;
    Model model;
};

Trained any_model() {
    const reference::Case example = reference::random_case(*rc::gen::arbitrary<std::uint64_t>());
    Trained trained{reference::problem_of(example).set, {}};
    RC_PRE(trained.set.task() == Task::regression || trained.set.target.schema.levels.size() > 1);
    trained.model = train_quietly(trained.set, reference::train_options_of(example, trained.set));
    return trained;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

RC_GTEST_PROP(Train, counts_of_children_add_up_to_their_parents, ()) {
    const Tree tree = any_model().model.tree;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        if (tree.nodes[node].is_leaf()) continue;
        double weight = 0.0;
        std::vector<double> counts(tree.classes, 0.0);
        for (const std::uint32_t child : tree.children_of(node)) {
            weight += tree.nodes[child].weight;
            for (std::size_t j = 0; j < tree.classes; ++j) counts[j] += tree.class_weights_of(child)[j];
        }
        RC_ASSERT(near(weight, tree.nodes[node].weight));
        for (std::size_t j = 0; j < tree.classes; ++j) RC_ASSERT(near(counts[j], tree.class_weights_of(node)[j]));
    }
}

RC_GTEST_PROP(Train, rows_end_in_the_leaf_that_counted_them, ()) {
    const auto [set, model] = any_model();
    RC_PRE(!model.tree.fractional());  // rows may end in several
    std::vector<double> weights(model.tree.nodes.size(), 0.0);
    for (std::size_t row = 0; row < set.rows; ++row) weights[find_leaf(model.tree, set.features, row)] += set.weight(row);
    for (NodeId node = 0; node < weights.size(); ++node)
        if (model.tree.nodes[node].is_leaf()) RC_ASSERT(near(weights[node], model.tree.nodes[node].weight));
}

RC_GTEST_PROP(Train, probabilities_add_up_to_1, ()) {
    const Model model = any_model().model;
    RC_PRE(model.tree.classes > 0);
    const Predictor predictor(model);
    std::vector<double> shares(model.tree.classes);
    for (NodeId node = 0; node < model.tree.nodes.size(); ++node) {
        predictor.probabilities(node, shares);
        RC_ASSERT(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1.0) < 1e-12);
    }
}

RC_GTEST_PROP(Train, splits_gain_and_no_flaw_is_found, ()) {
    const Model model = any_model().model;
    RC_ASSERT(!find_flaw(model).has_value());
    const bool cost_gini = model.option("criterion") == "cost-gini";
    for (const Node& node : model.tree.nodes) {
        RC_ASSERT(node.gain >= 0.0);
        RC_ASSERT(cost_gini || node.gain <= node.impurity * (1 + 1e-12));
    }
}

RC_GTEST_PROP(Train, a_saved_model_is_the_model, ()) {
    const Model model = any_model().model;
    const std::string bytes = to_bytes(model);
    RC_ASSERT(to_bytes(from_bytes(bytes, "random.tree")) == bytes);
}

// --- odd tables, from file to prediction --------------------------------------------------------------------------------------

std::string odd_cell() {
    return *rc::gen::element<std::string>("", "0", "-0", "5e-324", "-5e-324", "1e308", "-1e308", "1.7976931348623157e308",
                                          "inf", "-inf", "?", "1", "2", "2.5", "1e-300", "0.1", "a", "b", "\"\"", "NA", "é",
                                          " ");
}

/// A table whose columns may be empty, constant, of mixed kinds, without or with the same names.
std::string odd_table() {
    const auto columns = *rc::gen::inRange<std::size_t>(1, 5);
    const auto rows = *rc::gen::inRange<std::size_t>(0, 30);
    const bool numbers_only = *rc::gen::arbitrary<bool>();
    std::string text;
    for (std::size_t c = 0; c < columns; ++c) text += *rc::gen::element<std::string>("", "x", "x", "y", "target") + ",";
    text += "label\n";
    const std::string constant = odd_cell();
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c)
            text += (c == 0 ? constant : numbers_only ? std::to_string(*rc::gen::inRange(-3, 3)) : odd_cell()) + ",";
        text += *rc::gen::element<std::string>("A", "B", "C", "") + "\n";
    }
    return text;
}

void from_file_to_prediction(const std::string& path) {
    Messages messages;
    Progress progress;
    const Table table = read_table(path, {}, {Threads(0), progress, messages});
    PrepareOptions options;
    options.target = "last";
    const TrainingSet set = prepare(table, options, messages);
    const Model model = train_quietly(set);
    RC_ASSERT(!find_flaw(model).has_value());
    const Predictor predictor(model);
    for (std::size_t row = 0; row < set.rows; ++row) RC_ASSERT(predictor.predict(set.features, row).label != no_class);
}

RC_GTEST_PROP(Train, odd_tables_end_in_a_model_or_in_a_sentence, ()) {
    const std::string path = testing::TempDir() + "odd_table.csv";
    std::ofstream(path) << odd_table();
    try {
        from_file_to_prediction(path);
    } catch (const Error& error) {
        RC_ASSERT(std::string(error.what()).size() > 10);
    }
    std::remove(path.c_str());
}

// --- extremes -------------------------------------------------------------------------------------------------------------------

TrainingSet many_levels(std::size_t levels, std::size_t classes) {
    TrainingSet set;
    set.rows = 2 * levels;
    Column column;
    column.schema = {"level", ColumnType::categorical, {}};
    for (std::size_t i = 0; i < levels; ++i) column.schema.levels.push_back(std::to_string(1'000'000 + i));
    set.target.schema = {"y", ColumnType::categorical, {"A", "B", "C"}};
    set.target.schema.levels.resize(classes);
    for (std::size_t row = 0; row < set.rows; ++row) {
        column.codes.push_back(level_code(row % levels));
        set.target.codes.push_back(level_code((row * 2654435761U >> 7U) % classes));
    }
    set.features.push_back(std::move(column));
    return set;
}

TEST(Train, a_hundred_thousand_levels) {
    for (const CategorySplit split : {CategorySplit::multiway, CategorySplit::subset}) {
        for (const std::size_t classes : {2U, 3U}) {
            TrainOptions options = unpruned(Preset::cart);
            options.grow.categories = split;
            options.grow.max_depth = 2;
            const Model model = train_quietly(many_levels(100'000, classes), options);
            EXPECT_EQ(find_flaw(model), std::nullopt);
            EXPECT_GT(model.tree.nodes.size(), 1U);
        }
    }
}

TEST(Train, weights_of_very_different_size) {
    TrainingSet set =
        reference::problem_of(reference::parse_case("\n\nx:n y:c w:w\n1 A 1e12\n2 B 1e-12\n3 A 1\n4 B 0.1\n")).set;
    EXPECT_EQ(find_flaw(train_quietly(set)), std::nullopt);
}

TEST(Train, targets_of_very_different_size) {
    for (const char* targets :
         {"1e150 -1e150 3", "1e-300 2e-300 5e-324", "1e300 1e300 1e300", "1e15 1.0000000000000001e15 1e15"}) {
        std::istringstream words(targets);
        std::string text = "\n\nx:n y:n\n";
        int x = 0;
        for (std::string y; words >> y;) text += std::to_string(++x) + " " + y + "\n";
        EXPECT_EQ(find_flaw(train_quietly(reference::problem_of(reference::parse_case(text)).set)), std::nullopt) << targets;
    }
}

// --- options that do not fit, and figures ---------------------------------------------------------------------------------------

/// What does not fit, without what the sentence advises to do.
std::string refusal(const char* text) {
    const reference::Case example = reference::parse_case(text);
    const TrainingSet set = reference::problem_of(example).set;
    try {
        check_options(set, reference::train_options_of(example, set));
    } catch (const Error& error) {
        const std::string sentence = error.what();
        return sentence.substr(0, sentence.find(": "));
    }
    return "";
}

TEST(Train, options_that_do_not_fit_the_task_are_refused) {
    EXPECT_EQ(refusal("preset=id3\n\nx:n y:n\n1 1\n2 2\n"), "the target 'y' is a number, but id3 is for classes");
    EXPECT_EQ(refusal("preset=c45\n\nx:n y:n\n1 1\n2 2\n"), "the target 'y' is a number, but c45 is for classes");
    EXPECT_EQ(refusal("criterion=gini\n\nx:n y:n\n1 1\n2 2\n"), "the target 'y' is a number");
    EXPECT_EQ(refusal("criterion=squared-error\n\nx:n y:c\n1 A\n2 B\n"), "the target 'y' holds classes");
    EXPECT_EQ(refusal("stop-test=f\n\nx:n y:c\n1 A\n2 B\n"), "the target 'y' holds classes, but f compares means");
    EXPECT_EQ(refusal("stop-test=exact\n\nx:n y:n\n1 1\n2 2\n"), "the target 'y' is a number, but this test compares classes");
    EXPECT_EQ(refusal("missing=error\n\nx:n y:c\n1 A\n? B\n").substr(0, 15), "'x' is missing,");
    EXPECT_EQ(refusal("missing=error\n\nx:n y:c\n1 A\n2 B\n"), "");
    EXPECT_EQ(refusal("stop-test=f\n\nx:n y:n\n1 1\n2 2\n"), "");
}

TEST(Train, a_single_leaf_is_a_valid_tree_and_said) {
    const TrainingSet set = reference::problem_of(reference::parse_case("\n\nx:n y:c\n1 A\n1 B\n1 B\n")).set;
    Progress progress;
    Messages messages;
    const Threads one(1);
    const Model model = train(set, unpruned(Preset::cart), {one, progress, messages}).model;
    EXPECT_EQ(model.tree.nodes.size(), 1U);
    EXPECT_EQ(messages.list().size(), 1U);
    EXPECT_DOUBLE_EQ(training_error(model).tree, 1.0 / 3.0);
    EXPECT_EQ(importance_of(model), std::vector<double>{0.0});
}

TEST(Train, error_and_importance_are_shares) {
    const TrainingSet set =
        reference::problem_of(reference::parse_case("\n\nx:n z:n y:c w:w\n1 5 A 2\n2 5 A 1\n3 5 B 3\n3 6 A 1\n")).set;
    const Model model = train_quietly(set);
    EXPECT_EQ(training_error(model).tree, 0.0);
    EXPECT_DOUBLE_EQ(training_error(model).baseline, 3.0 / 7.0);
    const std::vector<double> importance = importance_of(model);
    EXPECT_DOUBLE_EQ(importance[0] + importance[1], 1.0);
    EXPECT_GT(importance[0], importance[1]);
    EXPECT_GT(importance[1], 0.0);
}

TEST(Train, the_model_tells_its_options_and_where_it_came_from) {
    TrainingSet set = reference::problem_of(reference::parse_case("\n\nx:n y:c w:w\n1 A 2\n2 B 0.5\n")).set;
    set.left_out = {{"name", LeftOutReason::identifier}};
    const Model model = train_quietly(set);
    EXPECT_EQ(model.provenance.seed, 1U);
    EXPECT_EQ(model.provenance.left_out, set.left_out);
    EXPECT_EQ(model.option("preset"), "cart");
    EXPECT_EQ(model.option("criterion"), "gini");
    EXPECT_EQ(model.provenance.total_weight, 2.5);
    EXPECT_EQ(model.provenance.content_hash.size(), 32U);
    EXPECT_EQ(model.option("threads"), std::nullopt);
}

TEST(Train, says_which_options_have_no_effect) {
    const TrainingSet set = reference::example_table("golf.csv", "Play");
    TrainOptions options;
    options.grow.significance = 0.01;
    options.grow.adjust = Adjust::none;
    for (const StopTest test : {StopTest::none, StopTest::chi_squared}) {
        options.grow.stop_test = test;
        Messages messages;
        Progress progress;
        const Threads one(1);
        (void)train(set, options, {one, progress, messages});
        std::size_t idle = 0;
        for (const Message& message : messages.list()) idle += message.text.find("no effect") != std::string::npos ? 1 : 0;
        EXPECT_EQ(idle, test == StopTest::none ? 2U : 0U);
    }
}

}  // namespace
}  // namespace treewright
