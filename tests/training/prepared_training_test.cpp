// A fit on some rows of a prepared table is one thing, whichever road leads to it.
#include "treewright/training/prepared_training.h"

#include <gtest/gtest.h>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/training/catalogue.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

/// Every preset with every pruning that it allows, and what changes growth most.
std::vector<TrainOptions> all_learners(bool regression) {
    std::vector<std::vector<std::string>> growths = {{"preset=cart"}, {"preset=auto"}, {"preset=cart", "missing=direction"}};
    if (!regression) {
        growths.push_back({"preset=id3"});
        growths.push_back({"preset=c45"});
        growths.push_back({"preset=auto", "max-leaves=7"});
    }
    std::vector<TrainOptions> learners;
    for (const auto& growth : growths)
        for (const std::string& method : find_parameter("prune")->choices) {
            TrainOptions options;
            for (const std::string& setting : growth) {
                const std::size_t equals = setting.find('=');
                find_parameter(setting.substr(0, equals))->set(options, setting.substr(equals + 1));
            }
            find_parameter("prune")->set(options, method);
            if (regression && is_for_classes(options.prune.method)) continue;
            options.keep_unpruned = method != "none";
            learners.push_back(options);
        }
    return learners;
}

std::string name_of(const TrainOptions& options) {
    std::string name;
    for (const Parameter& parameter : parameters()) name += std::string(parameter.name) + "=" + parameter.get(options) + " ";
    return name;
}

class EveryLearner : public testing::TestWithParam<bool> {
protected:
    Progress progress_;
    Messages messages_;
    Threads one_{1};
    Threads three_{3};
};
INSTANTIATE_TEST_SUITE_P(Tasks, EveryLearner, testing::Values(false, true));

/// All folds at once on three threads, each by itself on one, and each by a preparation of its own.
TEST_P(EveryLearner, gives_a_fold_the_same_bytes_by_all_roads) {
    const TrainingSet set = large_table(GetParam(), 260, 3);
    const auto folds = make_folds(set, {4, 9}, {one_, progress_});
    for (const TrainOptions& options : all_learners(GetParam())) {
        const PreparedTraining prepared(set, options, {three_, progress_, messages_});
        const std::vector<Tree> trees = prepared.fit_without(folds, {three_, progress_});
        for (std::size_t fold = 0; fold < folds.size(); ++fold) {
            const RowList rows = rows_without(folds[fold], set.rows);
            const Model model = prepared.fit({one_, progress_, rows});
            EXPECT_EQ(trees[fold], model.tree) << name_of(options);
            const PreparedTraining alone(set, options, {one_, progress_, messages_});
            EXPECT_EQ(to_bytes(alone.fit_last({one_, progress_, rows})), to_bytes(model)) << name_of(options);
        }
    }
}

TEST_P(EveryLearner, gives_a_fold_the_same_bytes_in_any_order_of_rows) {
    const TrainingSet set = large_table(GetParam(), 260, 4);
    const std::vector<std::size_t> order = shuffled_rows(set.rows, 8);
    const TrainingSet other = with_rows(set, order);
    const RowList out = make_folds(set, {4, 2}, {one_, progress_}).front();
    RowList out_of_other;
    for (std::uint32_t row = 0; row < order.size(); ++row)
        if (std::binary_search(out.begin(), out.end(), order[row])) out_of_other.push_back(row);
    for (const TrainOptions& options : all_learners(GetParam())) {
        const PreparedTraining prepared(set, options, {one_, progress_, messages_});
        const PreparedTraining prepared_other(other, options, {three_, progress_, messages_});
        const RowList rows = rows_without(out, set.rows);
        const RowList rows_of_other = rows_without(out_of_other, set.rows);
        EXPECT_EQ(to_bytes(prepared.fit({three_, progress_, rows})),
                  to_bytes(prepared_other.fit({one_, progress_, rows_of_other})))
            << name_of(options);
    }
}

/// Where nothing of the whole table counts, a fold is what training on a table of its rows gives: another road altogether.
TEST(PreparedTraining, is_training_on_a_table_of_the_rows) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const TrainingSet set = large_table(false, 300, seed);
        const RowList rows = rows_without(draw_rows(set, {0.4, seed}, {one, progress}), set.rows);
        for (TrainOptions options : all_learners(false)) {
            if (options.preset == Preset::c45) continue;  // its 0.3·n and its thresholds are those of the whole table
            if (options.prune.method == PruneMethod::rules) options.prune.method = PruneMethod::none;
            const PreparedTraining prepared(set, options, {one, progress, messages});
            EXPECT_EQ(to_bytes(prepared.fit({one, progress, rows})), to_bytes(train_quietly(pick_rows(set, rows), options)))
                << name_of(options);
        }
    }
}

TEST(PreparedTraining, of_all_rows_is_what_train_gives) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const TrainingSet set = large_table(false, 400, 5);
    for (const TrainOptions& options : all_learners(false)) {
        const PreparedTraining prepared(set, options, {one, progress, messages});
        EXPECT_EQ(to_bytes(prepared.fit({one, progress})), to_bytes(train_quietly(set, options))) << name_of(options);
    }
}

/// Fewer rows than the folds of pruning, down to a single one.
TEST(PreparedTraining, fits_very_few_rows) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const TrainingSet set = large_table(false, 120, 6);
    for (const TrainOptions& options : all_learners(false)) {
        const PreparedTraining prepared(set, options, {one, progress, messages});
        for (std::uint32_t count = 1; count < 14; ++count) {
            const RowList rows = row_numbers(count);
            const Model model = prepared.fit({one, progress, rows});
            EXPECT_GT(model.tree.nodes.front().weight, 0.0);
            EXPECT_EQ(prepared.fit_without({rows_without(rows, set.rows)}, {one, progress}).front(), model.tree);
        }
    }
}

/// Priors say how a class counts beside its frequency in the whole table; a fold does not say it anew.
TEST(PreparedTraining, holds_priors_fixed) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const TrainingSet set = large_table(false, 200, 7);
    TrainOptions options = unpruned(Preset::cart);
    options.priors = PriorsKind::equal;
    const PreparedTraining prepared(set, options, {one, progress, messages});
    const RowList rows = row_numbers(90);
    const GrowRun run{one, progress, nullptr, rows};
    EXPECT_EQ(prepared.fit({one, progress, rows}).tree, grow(set, options.grow, resolve_class_terms(set, options), run));
}

}  // namespace
}  // namespace treewright
