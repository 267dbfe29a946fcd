// A fit on some rows of a table is one thing, whichever road leads to it.
#include "treewright/training/learner.h"

#include <gtest/gtest.h>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/growing/grower.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/folds.h"
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
    for (const LearnerParameter& parameter : parameters())
        name += std::string(parameter.name) + "=" + parameter.get(options) + " ";
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
    const auto folds = make_folds(set, {4, 9}, set.all_rows(), QuietRun(one_));
    for (const TrainOptions& options : all_learners(GetParam())) {
        const Learner learner(borrowed(set), options, {three_, progress_, messages_});
        const std::vector<Tree> trees = fit_without(learner, folds, set.all_rows(), QuietRun(three_));
        for (std::size_t fold = 0; fold < folds.size(); ++fold) {
            const RowList rows = rows_without(folds[fold], set.all_rows());
            const Model model = learner.fit(RowSelection::of(rows), QuietRun(one_)).model;
            EXPECT_EQ(trees[fold], model.tree) << name_of(options);
            Learner alone(borrowed(set), options, {one_, progress_, messages_});
            EXPECT_EQ(to_bytes(std::move(alone).fit(RowSelection::of(rows), QuietRun(one_)).model), to_bytes(model))
                << name_of(options);
        }
    }
}

TEST_P(EveryLearner, gives_a_fold_the_same_bytes_in_any_order_of_rows) {
    const TrainingSet set = large_table(GetParam(), 260, 4);
    const std::vector<std::size_t> order = shuffled_rows(set.rows, 8);
    const TrainingSet other = with_rows(set, order);
    const RowList out = make_folds(set, {4, 2}, set.all_rows(), QuietRun(one_)).front();
    RowList out_of_other;
    for (RowId row = 0; row < order.size(); ++row)
        if (std::binary_search(out.begin(), out.end(), order[row])) out_of_other.push_back(row);
    for (const TrainOptions& options : all_learners(GetParam())) {
        const Learner learner(borrowed(set), options, {one_, progress_, messages_});
        const Learner other_learner(borrowed(other), options, {three_, progress_, messages_});
        const RowList rows = rows_without(out, set.all_rows());
        const RowList rows_of_other = rows_without(out_of_other, set.all_rows());
        EXPECT_EQ(to_bytes(learner.fit(RowSelection::of(rows), QuietRun(three_)).model),
                  to_bytes(other_learner.fit(RowSelection::of(rows_of_other), QuietRun(one_)).model))
            << name_of(options);
    }
}

/// Where nothing of the whole table counts, a fold is what training on a table of its rows gives: another road altogether.
TEST(Learner, is_training_on_a_table_of_the_rows) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const TrainingSet set = large_table(false, 300, seed);
        const RowList rows = rows_without(draw_rows(set, {0.4, seed}, set.all_rows(), QuietRun(one)), set.all_rows());
        for (TrainOptions options : all_learners(false)) {
            if (options.preset == Preset::c45) continue;  // its 0.3·n and its thresholds are those of the whole table
            if (options.prune.method == PruneMethod::rules) options.prune.method = PruneMethod::none;
            const Learner learner(borrowed(set), options, {one, progress, messages});
            EXPECT_EQ(to_bytes(learner.fit(RowSelection::of(rows), QuietRun(one)).model),
                      to_bytes(train_quietly(pick_rows(set, rows), options)))
                << name_of(options);
        }
    }
}

TEST(Learner, of_all_rows_is_what_train_gives) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const TrainingSet set = large_table(false, 400, 5);
    for (const TrainOptions& options : all_learners(false)) {
        const Learner learner(borrowed(set), options, {one, progress, messages});
        EXPECT_EQ(to_bytes(learner.fit(set.all_rows(), QuietRun(one)).model), to_bytes(train_quietly(set, options)))
            << name_of(options);
    }
}

/// Fewer rows than the folds of pruning, down to a single one.
TEST(Learner, fits_very_few_rows) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const TrainingSet set = large_table(false, 120, 6);
    for (const TrainOptions& options : all_learners(false)) {
        const Learner learner(borrowed(set), options, {one, progress, messages});
        for (std::uint32_t count = 1; count < 14; ++count) {
            const RowList rows = row_numbers(count);
            const Model model = learner.fit(RowSelection::of(rows), QuietRun(one)).model;
            EXPECT_GT(model.tree.nodes.front().weight, 0.0);
            EXPECT_EQ(fit_without(learner, {rows_without(rows, set.all_rows())}, set.all_rows(), QuietRun(one)).front(),
                      model.tree);
        }
    }
}

/// Priors set the weight of a class relative to its frequency in the whole table; a fold does not set it again.
TEST(Learner, holds_priors_fixed) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const TrainingSet set = large_table(false, 200, 7);
    TrainOptions options = unpruned(Preset::cart);
    options.priors = PriorsKind::equal;
    const Learner learner(borrowed(set), options, {one, progress, messages});
    const RowList rows = row_numbers(90);
    const Tree plain = grow(set, RowSelection::of(rows), options.grow, resolve_class_terms(set, options), QuietRun(one)).tree;
    EXPECT_EQ(learner.fit(RowSelection::of(rows), QuietRun(one)).model.tree, plain);
}

/// A list without rows selects none of them: no way of growing takes it for the whole table.
TEST(Learner, refuses_to_grow_from_no_rows) {
    const TrainingSet set = large_table(false, 80, 8);
    const RowList none;
    const RowList all = set.all_rows().list();
    for (const char* const preset : {"auto", "c45"}) {  // by the engine, and the plain way
        TrainOptions options;
        find_parameter("preset")->set(options, preset);
        const Learner learner(borrowed(set), options, QuietRun());
        EXPECT_THROW((void)learner.grow(RowSelection::of(none), QuietRun()), Error) << preset;
        EXPECT_THROW((void)learner.fit(RowSelection::of(none), QuietRun()), Error) << preset;
        EXPECT_THROW((void)Learner(learner).fit(RowSelection::of(none), QuietRun()), Error) << preset;
        EXPECT_THROW((void)learner.grow_without({all}, set.all_rows(), QuietRun()), Error) << preset;
        EXPECT_THROW((void)fit_without(learner, {all, all}, set.all_rows(), QuietRun()), Error) << preset;
    }
}

TEST(Learner, shares_its_table_with_its_owner) {
    auto set = std::make_shared<const TrainingSet>(large_table(false, 200, 9));
    const std::string bytes = to_bytes(train_quietly(*set, {}));
    const std::weak_ptr<const TrainingSet> watched = set;
    {
        const Learner learner(set, {}, QuietRun());
        set.reset();
        ASSERT_FALSE(watched.expired());
        EXPECT_EQ(to_bytes(learner.fit(learner.set().all_rows(), QuietRun()).model), bytes);
    }
    EXPECT_TRUE(watched.expired());
}

/// A learner that is used for the last time gives its index up, and takes nothing from those that share it.
TEST(Learner, that_is_not_used_again_leaves_its_copies_whole) {
    const TrainingSet set = large_table(false, 20000, 10);
    const TrainOptions options = unpruned(Preset::cart);
    const Learner learner(borrowed(set), options, QuietRun());
    const std::string bytes = to_bytes(Learner(learner).fit(set.all_rows(), QuietRun()).model);
    EXPECT_EQ(to_bytes(Learner(learner, options, QuietRun()).fit(set.all_rows(), QuietRun()).model), bytes);
    EXPECT_EQ(to_bytes(learner.fit(set.all_rows(), QuietRun()).model), bytes);
    EXPECT_EQ(to_bytes(learner.fit(set.all_rows(), QuietRun()).model), bytes);
    EXPECT_EQ(to_bytes(train_quietly(set, options)), bytes);
}

TEST(Learner, gives_the_arithmetic_of_every_node_if_asked) {
    const TrainingSet set = large_table(false, 150, 11);
    for (TrainOptions options : all_learners(false)) {
        const TrainedModel plain = train(set, options, QuietRun());
        EXPECT_TRUE(plain.report.work.empty());
        options.grow.keeps_work = true;
        const TrainedModel worked = train(set, options, QuietRun());
        EXPECT_EQ(to_bytes(worked.model), to_bytes(plain.model)) << name_of(options);
        const Tree& grown = worked.report.unpruned ? *worked.report.unpruned : worked.model.tree;
        std::vector<std::uint32_t> reached, told;
        for (NodeId node = 0; node < grown.nodes.size(); ++node)
            if (grown.nodes[node].weight > 0.0) reached.push_back(node);
        for (const NodeWork& work : worked.report.work) told.push_back(work.node);
        EXPECT_EQ(told, reached) << name_of(options);
    }
}

}  // namespace
}  // namespace treewright
