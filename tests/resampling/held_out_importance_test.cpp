// Importance on held-out rows by hand: a fit for each fold, its columns shuffled on the rows of the fold.
#include "treewright/resampling/held_out_importance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/evaluation/permutation_importance.h"

namespace treewright {
namespace {

class HeldOutImportanceOf : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Tasks, HeldOutImportanceOf, testing::Values(false, true));

TEST_P(HeldOutImportanceOf, is_the_mean_over_folds_of_models_of_the_other_rows) {
    const TrainingSet set = large_table(GetParam(), 400, 3);
    const QuietRun run(Threads(2));
    TrainOptions options = unpruned(Preset::cart);
    options.grow.max_depth = 4;
    const Learner learner(borrowed(set), options, run);
    const HeldOutImportance found = held_out_importance(learner, 4, 3, 9, run);
    EXPECT_EQ(found.folds, 4U);
    const ResamplingPlan plan{.folds = 4, .seed = 9};
    std::vector<double> sums(set.features.size(), 0.0);
    const std::vector<Repeat> repeats = make_repeats(set, plan, set.all_rows(), run);
    for (const RowList& fold : repeats.front()) {
        const RowList rows = rows_without(fold, set.all_rows());
        const AnyPredictor predictor(learner.fit(RowSelection::of(rows), run).model);
        TrainingSet held_out = pick_rows(set, fold);
        const std::vector<Figure> figures = permutation_importance(predictor, held_out, {3, {.seed = 9}}, run);
        for (std::size_t feature = 0; feature < sums.size(); ++feature) sums[feature] += figures[feature].value;
    }
    ASSERT_EQ(found.features.size(), sums.size());
    for (std::size_t feature = 0; feature < sums.size(); ++feature)
        EXPECT_NEAR(found.features[feature].value, sums[feature] / 4.0, 1e-12) << set.features[feature].schema.name;
}

TEST_P(HeldOutImportanceOf, a_feature_that_decides_matters_and_one_that_no_model_asks_has_exactly_nothing) {
    TrainingSet set = large_table(GetParam(), 300, 4);
    for (std::size_t row = 0; row < set.rows; ++row) {  // the first feature is the target, the second a constant
        set.features[0].values.own()[row] = GetParam() ? set.target.values[row] : static_cast<double>(set.target.codes[row]);
        set.features[1].values.own()[row] = 7.0;
    }
    const QuietRun run;
    const HeldOutImportance found = held_out_importance(Learner(borrowed(set), unpruned(Preset::cart), run), 5, 10, 1, run);
    EXPECT_GT(found.features[0].value, 0.2);
    ASSERT_TRUE(found.features[0].has_interval());
    EXPECT_GT(found.features[0].interval.low, 0.0);
    EXPECT_EQ(found.features[1].value, 0.0);
    EXPECT_FALSE(found.features[1].has_interval());
}

TEST(HeldOutImportanceFolds, are_at_most_the_rows_and_the_groups) {
    TrainingSet set = large_table(false, 40, 5);
    Column group;
    group.schema.name = "group";
    group.schema.type = ColumnType::categorical;
    group.schema.levels = {"p", "q", "r"};
    for (std::size_t row = 0; row < set.rows; ++row) group.codes.push_back(static_cast<LevelCode>(row % 3));
    set.group = group;
    const QuietRun run;
    EXPECT_EQ(held_out_importance(Learner(borrowed(set), unpruned(Preset::cart), run), 5, 2, 1, run).folds, 3U);
}

}  // namespace
}  // namespace treewright
