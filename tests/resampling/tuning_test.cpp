#include "treewright/resampling/tuning.h"

#include <gtest/gtest.h>

#include <cmath>

#include "training/tables.h"
#include "treewright/base/error.h"
#include "treewright/resampling/comparison.h"

namespace treewright {
namespace {

std::string complaint_about(const std::string& text) {
    try {
        (void)tune_axis(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

using Words = std::vector<std::string>;

TEST(TuneAxis, reads_ranges_lists_and_words) {
    EXPECT_EQ(tune_axis("max-depth=2..5").values, (Words{"2", "3", "4", "5"}));
    EXPECT_EQ(tune_axis("max-depth=2..9:3").values, (Words{"2", "5", "8"}));
    EXPECT_EQ(tune_axis("confidence=0.1..0.3:0.1").values, (Words{"0.1", "0.2", "0.3"}));
    EXPECT_EQ(tune_axis("max-depth=1,4..5,none,4").values, (Words{"1", "4", "5", "none"}));
    EXPECT_EQ(tune_axis("prune=none,pessimistic").values, (Words{"none", "pessimistic"}));
    EXPECT_EQ(tune_axis("raise=yes,no").values, (Words{"yes", "no"}));
    EXPECT_EQ(tune_axis("confidence=0.1,0.10,0.25").values, (Words{"0.1", "0.25"}));
}

TEST(TuneAxis, says_what_is_wrong) {
    EXPECT_EQ(complaint_about("max-depth=5..3"), "the range '5..3' of tune is empty: its first number is above its last");
    EXPECT_EQ(complaint_about("max-dept=3"), "tune has no parameter 'max-dept': did you mean 'max-depth'?");
    EXPECT_EQ(complaint_about("max-depth="), "tune max-depth= has no values: give some, such as 2..12 or 2,4,8");
    EXPECT_EQ(complaint_about("max-depth"),
              "tune cannot be 'max-depth': it is a parameter and its values, such as max-depth=2..12");
    EXPECT_EQ(complaint_about("max-depth=1..x"),
              "tune cannot read '1..x': a range has two numbers and optionally a step, such as 2..12 or 2..12:2");
    EXPECT_EQ(complaint_about("max-depth=1..3:0"), "tune cannot step through '1..3:0': the step must be above 0");
    EXPECT_EQ(complaint_about("min-leaf=0..1:0.00001"),
              "the range '0..1:0.00001' of tune holds more than 1000 values: give it a larger step");
    EXPECT_EQ(complaint_about("prune=nothing").rfind("prune cannot be 'nothing'", 0), 0U);
}

TEST(Grid, applies_a_preset_before_all_else) {
    const LearnerParameter& min_leaf = *find_parameter("min-leaf");
    const auto grid = grid_of({tune_axis("max-depth=2,3"), tune_axis("preset=id3,cart")}, {{&min_leaf, "7"}}, {});
    ASSERT_EQ(grid.size(), 4U);
    EXPECT_EQ(grid[1].values, (Words{"2", "cart"}));
    EXPECT_EQ(grid[1].options.grow.min_leaf, 7.0);
    EXPECT_EQ(grid[1].options.grow.max_depth, 2U);
    EXPECT_EQ(grid[2].options.preset, Preset::id3);
    EXPECT_EQ(grid[2].options.grow.max_depth, 3U);
}

/// Four features and a label that have nothing to do with each other; classes of equal size.
TrainingSet noise(std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    reference::Case example;
    example.columns = {"a:n", "b:n", "c:n", "d:c", "y:c"};
    std::vector<std::string> labels;
    for (int row = 0; row < 24; ++row) labels.push_back(row % 2 == 0 ? "A" : "B");
    std::shuffle(labels.begin(), labels.end(), engine);
    for (const std::string& label : labels)
        example.rows.push_back({std::to_string(engine() % 100), std::to_string(engine() % 100), std::to_string(engine() % 10),
                                std::string(1, static_cast<char>('a' + static_cast<char>(engine() % 3))), label});
    return reference::problem_of(example).set;
}

struct Mean {
    double sum = 0.0, squares = 0.0, count = 0.0;
    void add(double x) { sum += x, squares += x * x, count += 1.0; }
    [[nodiscard]] double value() const { return sum / count; }
    [[nodiscard]] double error() const { return std::sqrt((squares / count - value() * value()) / count); }
};

/// On pure noise every learner errs half of the time. 1,000 tables: the mean of what the selection promises is below a half by more than
/// 3.09 standard errors (a one-sided z-test at 0.001), and that of what held on fresh rows is not.
TEST(Nested, sees_through_a_choice_on_noise) {
    const Threads one(1);
    const auto grid = grid_of({tune_axis("max-depth=1..4"), tune_axis("min-leaf=1,3")},
                              {{find_parameter("preset"), "cart"}, {find_parameter("prune"), "none"}}, {});
    Mean promised, held;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const TrainingSet set = noise(seed);
        const std::vector<Learner> learners = learners_of(grid, borrowed(set), QuietRun());
        const auto outer = make_repeats(set, {Scheme::folds, 4, 1, 0.3, true, seed}, set.all_rows(), QuietRun(one));
        const Choice choice = choose(learners, outer, set.all_rows(), QuietRun());
        promised.add(mean_loss(choice.learners[choice.best]));
        const Nested nested = cross_validate_choice(learners, outer, {Scheme::folds, 3, 1, 0.3, true, seed}, QuietRun());
        held.add(mean_loss(nested.held));
    }
    EXPECT_LT(promised.value(), 0.5 - 3.09 * promised.error());
    EXPECT_GT(held.value(), 0.5 - 3.09 * held.error());
    RecordProperty("promised", std::to_string(promised.value()));
    RecordProperty("held", std::to_string(held.value()));
    EXPECT_LT(promised.value(), held.value() - 0.05);
}

TEST(Nested, chooses_without_the_rows_that_are_held_out) {
    const TrainingSet set = large_table(false, 120, 3);
    const Threads one(1);
    const Threads two(2);
    const auto grid = grid_of({tune_axis("max-depth=1..3")}, {{find_parameter("prune"), "none"}}, {});
    const std::vector<Learner> learners = learners_of(grid, borrowed(set), QuietRun());
    const auto outer = make_repeats(set, {Scheme::folds, 3, 1, 0.3, true, 1}, set.all_rows(), QuietRun(one));
    const ResamplingPlan inner{Scheme::folds, 4, 1, 0.3, true, 1};
    const Nested nested = cross_validate_choice(learners, outer, inner, QuietRun(two));
    ASSERT_EQ(nested.rounds.size(), 3U);
    for (std::size_t fold = 0; fold < 3; ++fold) {
        const RowList rows = rows_without(outer[0][fold], set.all_rows());
        const auto repeats = make_repeats(set, inner, RowSelection::of(rows), QuietRun(one));
        for (const RowList& list : repeats[0])
            for (const RowId row : list) EXPECT_FALSE(std::binary_search(outer[0][fold].begin(), outer[0][fold].end(), row));
        const Choice choice = choose(learners, repeats, RowSelection::of(rows), QuietRun());
        EXPECT_EQ(nested.rounds[fold].chosen, choice.best);
        const CrossValidation alone = cross_validate(learners[choice.best], {{outer[0][fold]}}, set.all_rows(), QuietRun(one));
        EXPECT_EQ(nested.held.rounds[fold].loss, alone.rounds[0].loss);
    }
}

}  // namespace
}  // namespace treewright
