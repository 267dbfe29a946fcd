// Rounds by hand: a fit for each, one prediction after the other.
#include "treewright/resampling/cross_validation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "reference/case.h"
#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/prediction/predict.h"
#include "treewright/resampling/summary.h"
#include "treewright/training/catalogue.h"

namespace treewright {
namespace {

TrainOptions learner(const std::string& preset, const std::string& prune) {
    TrainOptions options;
    find_parameter("preset")->set(options, preset);
    find_parameter("prune")->set(options, prune);
    return options;
}

class Rounds : public testing::TestWithParam<bool> {
protected:
    Progress progress_;
    Messages messages_;
    Threads one_{1};
    Threads three_{3};

    CrossValidation validate(const TrainingSet& set, const TrainOptions& options, const ResamplingPlan& plan,
                             const Threads& threads) {
        const Learner training(borrowed(set), options, {threads, progress_, messages_});
        return cross_validate(training, make_repeats(set, plan, set.all_rows(), QuietRun(threads)), set.all_rows(),
                              QuietRun(threads));
    }
};
INSTANTIATE_TEST_SUITE_P(Tasks, Rounds, testing::Values(false, true));

TEST_P(Rounds, say_what_fits_and_single_predictions_say) {
    const TrainingSet set = large_table(GetParam(), 230, 2);
    const ResamplingPlan plan{Scheme::folds, 4, 2, 0.3, true, 5};
    for (const TrainOptions& options :
         {learner("cart", "none"), learner("auto", "cost-complexity"), learner("cart", "reduced-error")}) {
        const Learner training(borrowed(set), options, {one_, progress_, messages_});
        const auto repeats = make_repeats(set, plan, set.all_rows(), QuietRun(one_));
        const CrossValidation validation = cross_validate(training, repeats, set.all_rows(), QuietRun(three_));
        ASSERT_EQ(validation.rounds.size(), 8U);
        for (const Round& round : validation.rounds) {
            const RowList& test = repeats[round.repeat][round.fold];
            const RowList rows = rows_without(test, set.all_rows());
            const Model model = training.fit(RowSelection::of(rows), QuietRun(one_)).model;
            const Predictor predictor(model);
            double loss = 0.0, baseline = 0.0, weight = 0.0;
            for (const RowId row : test) {
                const Outcome outcome = predictor.predict(set.features, row);
                const Node& root = model.tree.nodes[0];
                const auto square = [](double x) { return x * x; };
                loss += set.weight(row) * (GetParam() ? square(outcome.value - set.target.values[row])
                                                      : static_cast<double>(outcome.label != set.class_of(row)));
                baseline += set.weight(row) * (GetParam() ? square(root.mean - set.target.values[row])
                                                          : static_cast<double>(root.label != set.class_of(row)));
                weight += set.weight(row);
            }
            const auto figure = [&](double sum) { return GetParam() ? std::sqrt(sum / weight) : sum / weight; };
            EXPECT_NEAR(round.loss, figure(loss), 1e-9);
            EXPECT_NEAR(round.baseline, figure(baseline), 1e-9);
            EXPECT_NEAR(round.training_loss, training_error(model).tree, 1e-9);
            EXPECT_EQ(round.leaves, leaf_count(model.tree));
            EXPECT_EQ(round.test_weight, weight);
        }
    }
}

TEST_P(Rounds, do_not_depend_on_threads_or_the_order_of_rows) {
    const TrainingSet set = large_table(GetParam(), 300, 6);
    const TrainingSet other = with_rows(set, shuffled_rows(set.rows, 4));
    for (const Scheme scheme : {Scheme::folds, Scheme::holdout}) {
        const ResamplingPlan plan{scheme, 5, 2, 0.3, true, 3};
        const auto losses = losses_of(validate(set, learner("auto", "cost-complexity"), plan, one_));
        EXPECT_EQ(losses_of(validate(set, learner("auto", "cost-complexity"), plan, three_)), losses);
        EXPECT_EQ(losses_of(validate(other, learner("auto", "cost-complexity"), plan, three_)), losses);
    }
}

TEST_P(Rounds, are_the_same_for_learners_that_share_their_trees) {
    const TrainingSet set = large_table(GetParam(), 200, 8);
    const auto repeats = make_repeats(set, {Scheme::folds, 4, 2, 0.3, true, 1}, set.all_rows(), QuietRun(one_));
    std::vector<Learner> learners;
    const std::vector<std::string> methods = {"none", "cost-complexity", "description-length", "reduced-error", "none"};
    for (const std::string& method : methods) {
        const TrainOptions options = learner("cart", method);
        learners.push_back(learners.empty() ? Learner(borrowed(set), options, QuietRun())
                                            : Learner(learners.back(), options, QuietRun()));
    }
    EXPECT_TRUE(learners[1].grows_like(learners[0]));
    EXPECT_FALSE(learners[3].grows_like(learners[2]));
    const auto together = cross_validate_all(learners, repeats, set.all_rows(), QuietRun(three_));
    for (std::size_t i = 0; i < methods.size(); ++i) {
        const Learner alone(borrowed(set), learner("cart", methods[i]), {one_, progress_, messages_});
        EXPECT_EQ(losses_of(together[i]), losses_of(cross_validate(alone, repeats, set.all_rows(), QuietRun(one_))))
            << methods[i];
    }
}

/// Every row is held out once, or counts as one in all.
TEST(Summary, counts_every_row_once) {
    const TrainingSet set = large_table(false, 210, 9);
    Progress progress;
    Messages messages;
    const Threads one(1);
    const Learner training(borrowed(set), learner("cart", "none"), {one, progress, messages});
    for (const std::size_t repeats : {1U, 4U}) {
        const auto plan = make_repeats(set, {Scheme::folds, 5, repeats, 0.3, true, 1}, set.all_rows(), QuietRun(one));
        const CrossValidation validation = cross_validate(training, plan, set.all_rows(), QuietRun(one));
        const PooledFigures pooled = pooled_figures(validation, {{}, 1, set.target.schema.levels});
        EXPECT_NEAR(pooled.rows(), weight_of_all(set), 1e-9);
        const LossSummary summary = summary_of(validation, pooled);
        EXPECT_EQ(summary.loss.method, IntervalMethod::corrected_runs);
        EXPECT_LT(summary.loss.interval.low, summary.plain.low);
        EXPECT_GT(summary.loss.interval.high, summary.plain.high);
    }
    const auto split = make_repeats(set, {Scheme::holdout, 5, 1, 0.3, true, 1}, set.all_rows(), QuietRun(one));
    const CrossValidation validation = cross_validate(training, split, set.all_rows(), QuietRun(one));
    EXPECT_EQ(summary_of(validation, pooled_figures(validation, {})).loss.method, IntervalMethod::wilson);
}

/// Splits are trained several at a time; each is a repeat of its own, and the model of its own rows.
TEST(Splits, are_repeats_of_one_round_each) {
    const TrainingSet set = large_table(false, 120, 4);
    Progress progress;
    Messages messages;
    const Threads three(3);
    const Learner training(borrowed(set), learner("cart", "none"), {three, progress, messages});
    const auto splits = make_repeats(set, {Scheme::holdout, 5, 20, 0.3, true, 1}, set.all_rows(), QuietRun(three));
    const CrossValidation together = cross_validate(training, splits, set.all_rows(), QuietRun(three));
    ASSERT_EQ(together.rounds.size(), 20U);
    for (std::size_t i = 0; i < splits.size(); ++i) {
        EXPECT_EQ(together.rounds[i].repeat, i);
        EXPECT_EQ(together.rounds[i].fold, 0U);
        const CrossValidation alone = cross_validate(training, {splits[i]}, set.all_rows(), QuietRun(three));
        EXPECT_EQ(together.rounds[i].loss, alone.rounds.front().loss);
        EXPECT_EQ(together.rounds[i].leaves, alone.rounds.front().leaves);
    }
}

/// A row of the class against one of the others, pair by pair within a round.
double area_of_round(const CrossValidation& validation, std::uint32_t round) {
    const ScoredRows& scored = validation.held_out.scored;
    double pairs = 0.0, above = 0.0;
    for (std::size_t a = 0; a < scored.rows(); ++a)
        for (std::size_t b = 0; b < scored.rows(); ++b) {
            if (validation.held_out.rounds[a] != round || validation.held_out.rounds[b] != round) continue;
            if (scored.labels[a] != 1 || scored.labels[b] != 0) continue;
            const double p = scored.predictions.probabilities_of(scored.prediction[a])[1];
            const double q = scored.predictions.probabilities_of(scored.prediction[b])[1];
            const double weight = scored.weight(a) * scored.weight(b);
            pairs += weight;
            above += weight * (p > q ? 1.0 : p == q ? 0.5 : 0.0);
        }
    return above / pairs;
}

TrainingSet two_classes(std::size_t rows) {
    reference::Case example;
    example.columns = {"a:n", "b:n", "y:c"};
    std::mt19937_64 engine(4);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t a = engine() % 100;
        example.rows.push_back({std::to_string(a), std::to_string(engine() % 100), a + engine() % 80 < 60 ? "A" : "B"});
    }
    return reference::problem_of(example).set;
}

TEST(Summary, ranks_rows_within_rounds_only) {
    const TrainingSet set = two_classes(150);
    Progress progress;
    Messages messages;
    const Threads one(1);
    for (const char* depth : {"0", "3"}) {
        TrainOptions options = learner("cart", "none");
        find_parameter("max-depth")->set(options, depth);
        const Learner training(borrowed(set), options, {one, progress, messages});
        const auto plan = make_repeats(set, {Scheme::folds, 5, 2, 0.3, true, 1}, set.all_rows(), QuietRun(one));
        const CrossValidation validation = cross_validate(training, plan, set.all_rows(), QuietRun(one));
        const PooledFigures pooled = pooled_figures(validation, {});
        double mean = 0.0;
        for (std::uint32_t round = 0; round < 10; ++round) mean += area_of_round(validation, round) / 10.0;
        const Figure& area = std::get<ClassFigures>(pooled.learner).auc;  // of two classes both have the same
        EXPECT_NEAR(area.value, mean, 1e-12);
        EXPECT_EQ(area.has_interval(), std::string(depth) == "3");
        EXPECT_EQ(area.value == 0.5, std::string(depth) == "0");
    }
}

}  // namespace
}  // namespace treewright
