#include "treewright/resampling/learning_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "reference/case.h"
#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/base/error.h"
#include "treewright/training/catalogue.h"

namespace treewright {
namespace {

std::vector<SizedLoss> sizes_by(double a, double b, double c, double noise, std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    std::vector<SizedLoss> sizes;
    for (double rows = 100.0; rows <= 12800.0; rows *= 2.0) {
        const double off = static_cast<double>(engine() % 2001) / 1000.0 - 1.0;
        sizes.push_back({rows, a + b * std::pow(rows, -c) + noise * off, noise});
    }
    return sizes;
}

TEST(PowerLaw, is_found_where_there_is_one) {
    for (const auto& [a, b, c] : {std::tuple{0.1, 2.0, 0.5}, {0.0, 1.0, 0.3}, {0.25, 5.0, 1.0}}) {
        const PowerLaw law = fit_power_law(sizes_by(a, b, c, 0.0, 1));
        for (const double rows : {100.0, 1000.0, 25600.0}) EXPECT_NEAR(law.at(rows), a + b * std::pow(rows, -c), 1e-6);
    }
}

TEST(PowerLaw, stays_in_its_bounds_on_anything) {
    std::mt19937_64 engine(3);
    for (int i = 0; i < 500; ++i) {
        std::vector<SizedLoss> sizes;
        for (double rows = 10.0; rows < 3000.0; rows *= 1.7)
            sizes.push_back({rows, static_cast<double>(engine() % 1000) / 1000.0, static_cast<double>(engine() % 50) / 1000.0});
        const PowerLaw law = fit_power_law(sizes);
        EXPECT_GE(law.floor, 0.0);
        EXPECT_GE(law.height, 0.0);
        EXPECT_GE(law.slope, 0.1 - 1e-9);
        EXPECT_LE(law.slope, 2.0 + 1e-9);
        EXPECT_LE(law.at(6000.0), law.at(3000.0));
        EXPECT_TRUE(std::isfinite(law.at(6000.0)));
    }
}

/// One size far off moves the projection little.
TEST(PowerLaw, is_robust) {
    std::vector<SizedLoss> sizes = sizes_by(0.1, 2.0, 0.5, 0.002, 7);
    const double before = fit_power_law(sizes).at(25600.0);
    sizes[3].loss += 0.1;
    EXPECT_NEAR(fit_power_law(sizes).at(25600.0), before, 0.01);
}

TEST(LearningCurve, has_sizes_in_equal_steps_and_does_not_depend_on_the_order_of_rows) {
    const TrainingSet set = large_table(false, 800, 3);
    const TrainingSet other = with_rows(set, shuffled_rows(set.rows, 2));
    Progress progress;
    Messages messages;
    const Threads one(1);
    const Threads three(3);
    const TrainOptions options = unpruned(Preset::cart);
    const Learner training(borrowed(set), options, {one, progress, messages});
    const Learner training_other(borrowed(other), options, {one, progress, messages});
    const CurvePlan plan{6, 4, 0.25, true, 1};
    const LearningCurve curve = learning_curve(training, plan, QuietRun(three));
    const LearningCurve curve_other = learning_curve(training_other, plan, QuietRun(one));
    ASSERT_EQ(curve.sizes.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(curve.sizes[i].test, curve_other.sizes[i].test);
        EXPECT_EQ(curve.sizes[i].training, curve_other.sizes[i].training);
        ASSERT_EQ(curve.sizes[i].test.size(), 4U);
        if (i == 0) continue;
        EXPECT_NEAR(curve.sizes[i].rows / curve.sizes[i - 1].rows, 2.0, 0.2);
    }
    EXPECT_LE(mean_figure(curve.sizes[5].test, curve).value, mean_figure(curve.sizes[0].test, curve).value);
    const Projection projection = project(curve, 1);
    EXPECT_LE(projection.twice, projection.now);
}

TEST(LearningCurve, refuses_a_table_that_is_too_small) {
    const TrainingSet set = large_table(false, 14, 3);
    Progress progress;
    Messages messages;
    const Threads one(1);
    const Learner training(borrowed(set), unpruned(Preset::cart), {one, progress, messages});
    try {
        (void)learning_curve(training, {}, QuietRun(one));
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "holdout 0.25 leaves 11 of 14 rows for training, too few for a learning curve: it needs at least 15");
    }
}

/// A class that depends on three of five features, wrong for a tenth of the rows.
TrainingSet drawn_rows(std::uint64_t seed, int rows) {
    std::mt19937_64 engine(seed);
    reference::Case example;
    example.columns = {"a:n", "b:n", "c:n", "d:n", "e:n", "y:c"};
    for (int row = 0; row < rows; ++row) {
        std::vector<int> x;
        for (int i = 0; i < 5; ++i) x.push_back(static_cast<int>(engine() % 2001) - 1000);
        const bool is_first = (x[0] + (x[1] > 0 ? x[2] : -x[2]) > 0) != (engine() % 10 == 0);
        example.rows.emplace_back();
        for (const int value : x) example.rows.back().push_back(std::to_string(value));
        example.rows.back().push_back(is_first ? "A" : "B");
    }
    return reference::problem_of(example).set;
}

/// The error of trees of that many rows, on a large test set.
double true_error(const TrainOptions& options, int rows) {
    constexpr int tables = 40, tests = 4000;
    Progress progress;
    Messages messages;
    const Threads one(1);
    double sum = 0.0;
    for (int i = 0; i < tables; ++i) {
        const TrainingSet set = drawn_rows(1000U + static_cast<std::uint64_t>(i), rows + tests);
        const Learner training(borrowed(set), options, {one, progress, messages});
        Repeat held_out(1);
        for (int row = rows; row < rows + tests; ++row) held_out[0].push_back(static_cast<std::uint32_t>(row));
        sum += cross_validate(training, {held_out}, set.all_rows(), QuietRun(one)).rounds.front().loss;
    }
    return sum / tables;
}

/// How far the guess about twice the rows is off: the page on learning curves tells it.
TEST(LearningCurve, guesses_as_well_as_the_docs_say) {
    TrainOptions options;
    for (const auto& [name, value] : {std::pair("preset", "cart"), std::pair("prune", "none"), std::pair("max-depth", "4")})
        find_parameter(name)->set(options, value);
    const double twice = true_error(options, 600);
    Progress progress;
    Messages messages;
    const Threads one(1);
    constexpr int tables = 100;
    double off = 0.0;
    for (std::uint64_t seed = 1; seed <= tables; ++seed) {
        const TrainingSet set = drawn_rows(seed, 300);
        const Learner training(borrowed(set), options, {one, progress, messages});
        const LearningCurve curve = learning_curve(training, {}, QuietRun(one));
        off += std::abs(project(curve, 1).twice - twice) / tables;
    }
    EXPECT_NEAR(true_error(options, 300), 0.288, 0.0005);
    EXPECT_NEAR(twice, 0.271, 0.0005);
    EXPECT_NEAR(off, 0.032, 0.0005);
}

}  // namespace
}  // namespace treewright
