// Leave-one-out by shared work against a fit for each row, under every preset and pruning that shares.
#include "treewright/training/leave_one_out.h"

#include <gtest/gtest.h>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/training/catalogue.h"

namespace treewright {
namespace {

using TextSettings = std::vector<std::pair<const char*, const char*>>;

const std::vector<TextSettings> growths = {
    {{"preset", "id3"}, {"missing", "majority"}},
    {{"preset", "id3"}, {"missing", "category"}, {"max-depth", "3"}},
    {{"preset", "cart"}, {"missing", "direction"}},
    {{"preset", "cart"}, {"missing", "category"}, {"min-leaf", "4"}},
    {{"preset", "auto"}},
    {{"preset", "auto"}, {"missing", "majority"}, {"max-depth", "4"}},
    {{"preset", "c45"}, {"missing", "direction"}, {"criterion", "information-gain"}},
    {{"preset", "c45"}, {"missing", "direction"}},
    {{"preset", "c45"}, {"missing", "majority"}, {"stop-test", "chi-squared"}},
    {{"preset", "id3"}, {"missing", "category"}, {"stop-test", "chi-squared"}, {"adjust", "none"}},
    {{"preset", "cart"}, {"missing", "direction"}, {"stop-test", "description-length"}},
    {{"preset", "cart"}, {"missing", "direction"}, {"criterion", "misclassification"}},
    {{"preset", "id3"}, {"missing", "majority"}, {"criterion", "misclassification"}, {"zero-gain", "allow"}},
    {{"preset", "auto"}, {"criterion", "tsallis"}},
    {{"preset", "cart"}, {"missing", "category"}, {"criterion", "tsallis"}, {"tsallis-q", "1.5"}}};
const std::vector<TextSettings> prunings = {{{"prune", "none"}},
                                            {{"prune", "pessimistic"}, {"raise", "no"}},
                                            {{"prune", "pessimistic"}, {"raise", "no"}, {"confidence", "0.05"}},
                                            {{"prune", "chi-squared"}, {"adjust", "none"}},
                                            {{"prune", "chi-squared"}, {"adjust", "bonferroni"}},
                                            {{"prune", "description-length"}},
                                            {{"prune", "cost-complexity"}, {"alpha", "0.01"}},
                                            {{"prune", "cost-complexity"}, {"leaves", "4"}},
                                            {{"prune", "none"}, {"merge-same-class", "yes"}}};

TrainOptions options_with(const TextSettings& growth, const TextSettings& pruning) {
    TrainOptions options;
    for (const TextSettings* settings : {&growth, &pruning})
        for (const auto& [name, value] : *settings) find_parameter(name)->set(options, value);
    return options;
}

void expect_same(const Predictions& a, const Predictions& b) {
    EXPECT_EQ(a.labels, b.labels);
    EXPECT_EQ(a.values, b.values);
    EXPECT_EQ(a.probabilities, b.probabilities);
    EXPECT_EQ(a.support, b.support);
}

/// Whether the work was shared.
bool expect_equal_to_retraining(const TrainingSet& set, const TrainOptions& options) {
    const Threads threads(2);
    Progress progress;
    Messages messages;
    const Learner learner(borrowed(set), options, {threads, progress, messages});
    const Tree whole = learner.fit(set.all_rows(), QuietRun(threads)).model.tree;
    if (!shares_leave_one_out(learner)) return false;
    const LeaveOneOut shared = leave_one_out(learner, whole, QuietRun(threads));
    const LeaveOneOut plain = leave_one_out_plainly(learner, whole, QuietRun(threads));
    expect_same(shared.predictions, plain.predictions);
    expect_same(shared.baselines, plain.baselines);
    for (std::size_t row = 0; row < set.rows; ++row) {
        EXPECT_EQ(shared.rows[row].root_changes, plain.rows[row].root_changes) << row;
        EXPECT_EQ(shared.rows[row].path_changes, plain.rows[row].path_changes) << row;
        EXPECT_EQ(shared.rows[row].class_changes, plain.rows[row].class_changes) << row;
        EXPECT_EQ(shared.rows[row].moved, plain.rows[row].moved) << row;
    }
    return true;
}

TEST(LeaveOneOut, equals_retraining_under_every_pruning_that_looks_at_nodes) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const TrainingSet set = large_table(false, 30 + 15 * static_cast<int>(seed), seed);
        for (const TextSettings& growth : growths)
            for (const TextSettings& pruning : prunings) {
                const TrainOptions options = options_with(growth, pruning);
                SCOPED_TRACE(testing::Message()
                             << "seed " << seed << ", " << growth.front().second << " and " << pruning.front().second);
                EXPECT_TRUE(expect_equal_to_retraining(set, options));
            }
    }
}

TEST(LeaveOneOut, counts_priors_and_costs) {
    const TrainingSet set = large_table(false, 90, 5);
    for (const TextSettings& pruning : prunings) {
        TrainOptions options = options_with(growths[2], pruning);
        options.priors = PriorsKind::equal;
        options.costs = CostTable{"costs.csv", {"A", "B", "C"}, {0, 1, 2, 3, 0, 4, 5, 6, 0}};
        SCOPED_TRACE(pruning.front().second);
        EXPECT_TRUE(expect_equal_to_retraining(set, options));
    }
}

TEST(LeaveOneOut, of_numbers_equals_retraining) {
    const TrainingSet set = large_table(true, 120, 3);
    for (const TextSettings& growth :
         {growths[2], growths[4], TextSettings{{"preset", "cart"}, {"missing", "direction"}, {"stop-test", "f"}}})
        for (const TextSettings& pruning : std::vector<TextSettings>{{{"prune", "none"}},
                                                                     {{"prune", "description-length"}},
                                                                     {{"prune", "cost-complexity"}, {"alpha", "0.5"}},
                                                                     {{"prune", "cost-complexity"}, {"leaves", "5"}}}) {
            SCOPED_TRACE(testing::Message() << growth.back().second << " and " << pruning.back().second);
            EXPECT_TRUE(expect_equal_to_retraining(set, options_with(growth, pruning)));
        }
}

TEST(LeaveOneOut, counts_costs_in_gini) {
    TrainOptions options =
        options_with({{"preset", "cart"}, {"missing", "direction"}, {"criterion", "cost-gini"}}, {{"prune", "none"}});
    options.costs = CostTable{"costs.csv", {"A", "B", "C"}, {0, 1, 2, 3, 0, 4, 5, 6, 0}};
    EXPECT_TRUE(expect_equal_to_retraining(large_table(false, 90, 5), options));
}

/// The way that trains once for each row, held to fits: labels and the probability of every class.
void expect_fits(const TrainingSet& set, const TrainOptions& options) {
    const Threads threads(2);
    Progress progress;
    Messages messages;
    const Learner learner(borrowed(set), options, {threads, progress, messages});
    EXPECT_FALSE(shares_leave_one_out(learner));
    const Tree whole = learner.fit(set.all_rows(), QuietRun(threads)).model.tree;
    const LeaveOneOut all = leave_one_out(learner, whole, QuietRun(threads));
    for (RowId row = 0; row < set.rows; ++row) {
        const RowList others = rows_without(RowList{row}, set.all_rows());
        const Model model = learner.fit(RowSelection::of(others), QuietRun(threads)).model;
        const Predictor predictor(model);
        const Outcome outcome = predictor.predict(set.features, row);
        ASSERT_EQ(all.predictions.labels[row], outcome.label) << row;
        if (model.tree.fractional()) continue;  // a row may end in several leaves
        std::vector<double> shares(model.tree.classes);
        predictor.probabilities(outcome.leaf, shares);
        const auto found = all.predictions.probabilities_of(row);
        ASSERT_EQ(std::vector<double>(found.begin(), found.end()), shares) << row;
    }
}

TEST(LeaveOneOut, retrains_for_what_looks_at_rows) {
    const TrainingSet set = large_table(false, 70, 2);
    for (const TextSettings& pruning : std::vector<TextSettings>{{{"prune", "cost-complexity"}},
                                                                 {{"prune", "reduced-error"}},
                                                                 {{"prune", "pessimistic"}, {"raise", "yes"}},
                                                                 {{"prune", "none"}, {"max-leaves", "5"}},
                                                                 {{"prune", "none"}, {"missing", "fractional"}}}) {
        SCOPED_TRACE(pruning.back().second);
        expect_fits(set, options_with({{"preset", "auto"}}, pruning));
    }
}

class LeavingOut : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Tasks, LeavingOut, testing::Values(false, true));

TEST_P(LeavingOut, is_a_fit_without_each_row) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const Threads three(3);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const TrainingSet set = large_table(GetParam(), 40 + 5 * static_cast<int>(seed), seed);
        for (const std::string preset : {"id3", "c45", "cart", "auto"}) {
            if (GetParam() && (preset == "id3" || preset == "c45")) continue;
            TrainOptions options;
            find_parameter("preset")->set(options, preset);
            const Learner learner(borrowed(set), options, {one, progress, messages});
            const Model whole = learner.fit(set.all_rows(), QuietRun(one)).model;
            const Predictor predictor(whole);
            const LeaveOneOut all = leave_one_out(learner, whole.tree, QuietRun(three));
            ASSERT_EQ(all.rows.size(), set.rows);
            for (RowId row = 0; row < set.rows; ++row) {
                const RowList others = rows_without(RowList{row}, set.all_rows());
                const Model model = learner.fit(RowSelection::of(others), QuietRun(one)).model;
                const Predictor without(model);
                const Outcome outcome = without.predict(set.features, row);
                const double moved = predictor.predict(set.features, row).value - outcome.value;
                if (GetParam()) {
                    EXPECT_EQ(all.predictions.values[row], outcome.value);
                    EXPECT_EQ(all.rows[row].moved, moved);
                } else {
                    EXPECT_EQ(all.predictions.labels[row], outcome.label);
                }
                const bool same_root = same_split(model.tree, 0, whole.tree, 0);
                EXPECT_EQ(all.rows[row].root_changes, !same_root) << row;
                EXPECT_TRUE(all.rows[row].path_changes || same_root) << row;
            }
        }
    }
}

}  // namespace
}  // namespace treewright
