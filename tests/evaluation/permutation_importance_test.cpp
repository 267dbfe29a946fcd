#include "treewright/evaluation/permutation_importance.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "data/tables.h"
#include "training/training_run.h"

namespace treewright {
namespace {

/// y follows x, a little c, and not z.
TrainingSet table_of_rows(std::size_t rows, bool regression, std::uint64_t seed = 4) {
    std::mt19937_64 random(seed);
    std::vector<double> x, z, target;
    std::vector<std::string> c, label;
    for (std::size_t row = 0; row < rows; ++row) {
        x.push_back(static_cast<double>(random() % 100));
        z.push_back(static_cast<double>(random() % 100));
        c.emplace_back(random() % 3 == 0 ? "a" : "b");
        const double value = x.back() + (c.back() == "a" ? 20.0 : 0.0) + static_cast<double>(random() % 20);
        target.push_back(value);
        label.emplace_back(value > 60.0 ? "high" : "low");
    }
    TrainingSet set;
    set.rows = rows;
    set.features = {numbers("x", x), numbers("z", z), words("c", c)};
    set.target = regression ? numbers("y", target) : words("y", label);
    return set;
}

Model small_tree(const TrainingSet& set) {
    TrainOptions options = unpruned(Preset::cart);
    options.grow.max_depth = 3;
    return train_quietly(set, options);
}

std::vector<Figure> importance(const Model& model, TrainingSet set, unsigned threads = 1, std::uint64_t seed = 1) {
    const AnyPredictor scorer(model);
    const Threads some(threads);
    ShufflePlan plan;
    plan.intervals.seed = seed;
    return permutation_importance(scorer, set, plan, QuietRun(some));
}

void expect_order_of_importance(bool regression) {
    const TrainingSet set = table_of_rows(400, regression);
    const Model model = small_tree(set);
    const std::vector<Figure> figures = importance(model, set);
    EXPECT_GT(figures[0].interval.low, 0.0);
    EXPECT_GT(figures[0].value, figures[2].value);
    EXPECT_GE(figures[2].value, figures[1].value);
}

TEST(PermutationImportance, what_is_asked_for_matters) {
    expect_order_of_importance(false);
    expect_order_of_importance(true);
}

TEST(PermutationImportance, features_that_are_not_asked_for_have_none) {
    const TrainingSet set = table_of_rows(100, false);
    TrainOptions options = unpruned(Preset::cart);
    options.grow.max_depth = 1;
    const std::vector<Figure> figures = importance(train_quietly(set, options), set);
    EXPECT_EQ(figures[1].value, 0.0);
    EXPECT_FALSE(figures[1].has_interval());
}

TEST(PermutationImportance, neither_the_order_of_rows_nor_threads_change_a_bit) {
    for (const bool regression : {false, true}) {
        const TrainingSet set = table_of_rows(300, regression);
        const Model model = small_tree(set);
        std::vector<std::uint32_t> order = row_numbers(set.rows);
        std::shuffle(order.begin(), order.end(), std::mt19937_64(9));
        const std::vector<Figure> figures = importance(model, set);
        const std::vector<Figure> again = importance(model, pick_rows(set, order), 3);
        for (std::size_t i = 0; i < figures.size(); ++i) {
            EXPECT_EQ(figures[i].value, again[i].value);
            EXPECT_EQ(figures[i].interval.low, again[i].interval.low);
        }
        EXPECT_NE(importance(model, set, 1, 2)[0].value, figures[0].value);  // another seed, other shuffles
    }
}

/// How often the interval holds what shuffling costs on 50,000 rows; docs/evaluation/evaluate.md tells it. No interval is a miss.
TEST(PermutationImportance, intervals_hold_the_truth_as_often_as_the_docs_say) {
    constexpr std::size_t tables = 1000;
    for (const bool regression : {false, true}) {
        const Model model = small_tree(table_of_rows(2000, regression));
        const std::vector<Figure> truth = importance(model, table_of_rows(50000, regression, 77));
        for (const auto& [rows, documented] :
             {std::pair(50, regression ? std::pair(0.969, 0.951) : std::pair(0.974, 0.944)),
              std::pair(150, regression ? std::pair(0.971, 0.960) : std::pair(0.967, 0.945))}) {
            std::array<double, 3> held{};
            for (std::uint64_t seed = 1; seed <= tables; ++seed) {
                const auto figures =
                    importance(model, table_of_rows(static_cast<std::size_t>(rows), regression, 1000 + seed), 1, seed);
                for (const std::size_t i : {0U, 2U}) {
                    const Interval& interval = figures[i].interval;
                    const bool holds = interval.low <= truth[i].value && truth[i].value <= interval.high;
                    held[i] += figures[i].has_interval() && holds ? 1.0 / tables : 0.0;
                }
            }
            EXPECT_NEAR(held[0], documented.first, 0.003) << rows << " x" << regression;
            EXPECT_NEAR(held[2], documented.second, 0.003) << rows << " c" << regression;
        }
    }
}

/// A tree of one question on x: a shuffled x is right by chance, so the loss can be computed.
TEST(PermutationImportance, is_what_chance_would_lose) {
    TrainingSet set;
    std::vector<double> x;
    std::vector<std::string> label;
    for (int row = 0; row < 1000; ++row) {
        x.push_back(row % 2);
        label.emplace_back(row % 2 == 0 ? "a" : "b");
    }
    set.rows = x.size();
    set.features = {numbers("x", x)};
    set.target = words("y", label);
    const Figure figure = importance(small_tree(set), set)[0];
    EXPECT_NEAR(figure.value, 0.5, 0.02);  // half of the rows meet a value of the other class
    EXPECT_LT(figure.interval.low, 0.5);
    EXPECT_GT(figure.interval.high, 0.49);
}

}  // namespace
}  // namespace treewright
