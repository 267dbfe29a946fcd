// One tree, whatever the road: the order of rows, the number of threads, and weights in place of repeated rows change no byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

#include "reference/random_case.h"
#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/growing/grower.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

using reference::Case;

/// Every row as many times as its integer weight says, without weights.
TrainingSet repeated(const TrainingSet& set) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < set.rows; ++row)
        for (int i = 0; i < static_cast<int>(set.weight(row)); ++i) rows.push_back(row);
    TrainingSet all = with_rows(set, rows);
    all.weights.clear();
    return all;
}

bool has_two_labels(const TrainingSet& set) { return set.task() == Task::regression || set.target.schema.levels.size() > 1; }

/// Calls work(set, options) with random tables and options; most of them must have something to learn.
template <class Work>
void for_random_cases(std::uint64_t count, const Work& work) {
    std::uint64_t used = 0;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        const Case example = reference::random_case(1'000'000 + seed);
        const TrainingSet set = reference::problem_of(example).set;
        if (!has_two_labels(set)) continue;
        ++used;
        SCOPED_TRACE(reference::to_text(example));
        work(set, reference::train_options_of(example, set));
    }
    EXPECT_GE(used, count / 4 * 3);
}

TEST(OneTree, the_order_of_rows_does_not_matter) {
    for_random_cases(1500, [](const TrainingSet& set, const TrainOptions& options) {
        const std::string bytes = to_bytes(train_quietly(set, options));
        for (const std::uint64_t seed : {1U, 2U})
            EXPECT_EQ(to_bytes(train_quietly(with_rows(set, shuffled_rows(set.rows, seed)), options)), bytes);
    });
}

TEST(OneTree, an_integer_weight_is_that_many_equal_rows) {
    std::mt19937_64 engine(3);
    for_random_cases(1500, [&](TrainingSet set, const TrainOptions& options) {
        set.weights.resize(set.rows);
        for (double& weight : set.weights) weight = static_cast<double>(1 + engine() % 4);
        const std::string bytes = to_bytes(train_quietly(set, options));
        TrainingSet rows = repeated(set);
        EXPECT_EQ(to_bytes(train_quietly(rows, options)), bytes);
        rows.weights.assign(rows.rows, 1.0);
        EXPECT_EQ(to_bytes(train_quietly(rows, options)), bytes);
    });
}

class OneTreeLarge : public testing::TestWithParam<std::tuple<bool, MissingMethod>> {};

TEST_P(OneTreeLarge, threads_order_and_repetition_change_no_byte) {
    const auto [regression, missing] = GetParam();
    const TrainingSet set = large_table(regression);
    TrainOptions options = unpruned(Preset::cart);
    options.grow.min_leaf = 5;
    options.grow.missing = missing;
    const std::string bytes = to_bytes(train_quietly(set, options));
    for (unsigned threads = 2; threads <= 8; ++threads)
        EXPECT_TRUE(to_bytes(train_quietly(set, options, threads)) == bytes) << threads << " threads";
    const TrainingSet other = with_rows(set, shuffled_rows(set.rows, 5));
    EXPECT_TRUE(to_bytes(train_quietly(other, options, 3)) == bytes);
    EXPECT_TRUE(to_bytes(train_quietly(repeated(other), options, 4)) == bytes);
}

INSTANTIATE_TEST_SUITE_P(Tasks, OneTreeLarge,
                         testing::Combine(testing::Bool(), testing::Values(MissingMethod::direction, MissingMethod::fractional,
                                                                           MissingMethod::surrogate)));

TEST(OneTree, threads_change_no_byte_of_c45_and_best_first) {
    const TrainingSet set = large_table(false);
    for (const char* preset : {"id3", "c45"}) {
        TrainOptions options = unpruned(std::string(preset) == "id3" ? Preset::id3 : Preset::c45);
        options.grow.max_leaves = 60;
        const std::string bytes = to_bytes(train_quietly(set, options));
        EXPECT_TRUE(to_bytes(train_quietly(set, options, 8)) == bytes) << preset;
    }
}

// --- weights times a power of two --------------------------------------------------------------------------------------------

/// Takes out what does not scale: tests, penalties and C4.5's own numbers of rows.
void leave_scalable(GrowOptions& options) {
    options.stop_test = StopTest::none;
    options.threshold_penalty = false;
    options.numeric_limit = NumericLimit::plain;
    options.gain_filter = GainFilter::none;
    options.surrogates = 0;  // two rows on each side is a number of rows
}

TEST(OneTree, weights_times_a_power_of_two_give_the_same_tree) {
    int scaled_tables = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Case example = reference::random_case(2'000'000 + seed);
        reference::Problem problem = reference::problem_of(example);
        const bool half_targets = std::all_of(problem.set.target.values.begin(), problem.set.target.values.end(),
                                              [](double y) { return y * 2 == std::floor(y * 2); });
        if (!half_targets) continue;  // other targets are rounded
        ++scaled_tables;
        leave_scalable(problem.options);
        const Threads one(1);
        const Tree tree = grow(problem.set, problem.set.all_rows(), problem.options, problem.terms, QuietRun(one)).tree;
        const double factor = std::ldexp(1.0, static_cast<int>(seed % 21) - 6);
        std::vector<double> weights;
        for (std::size_t row = 0; row < problem.set.rows; ++row) weights.push_back(problem.set.weight(row) * factor);
        problem.set.weights = weights;
        problem.options.min_leaf *= factor;
        problem.options.min_split *= factor;
        Tree scaled = grow(problem.set, problem.set.all_rows(), problem.options, problem.terms, QuietRun(one)).tree;
        for (Node& node : scaled.nodes) {
            node.weight /= factor;
            node.missing_weight /= factor;
        }
        for (double& weight : scaled.class_weights.cells) weight /= factor;
        EXPECT_TRUE(scaled == tree) << "factor " << factor << "\n" << reference::to_text(example);
    }
    EXPECT_GE(scaled_tables, 1000);
}

}  // namespace
}  // namespace treewright
