#include "treewright/resampling/held_out_importance.h"

#include <algorithm>
#include <limits>

#include "treewright/evaluation/permutation_importance.h"
#include "treewright/resampling/cross_validation.h"
#include "treewright/resampling/round_internal.h"
#include "treewright/resampling/row_groups.h"

namespace treewright {

namespace {

ResamplingPlan plan_of_folds(const TrainingSet& set, std::size_t most_folds, std::uint64_t seed) {
    const std::size_t units = set.group ? groups_of(set, set.all_rows()).size() : set.rows;
    ResamplingPlan plan;
    plan.folds = std::max<std::size_t>(2, std::min(most_folds, units));
    plan.seed = seed;
    return plan;
}

/// The value of every feature in one fold.
std::vector<double> importance_in_fold(const Learner& learner, Tree tree, std::span<const RowId> held_out, const ShufflePlan& plan,
                                       const Run& run) {
    const RowList training = rows_without(held_out, learner.set().all_rows());
    const AnyPredictor predictor(finished_model(learner, std::move(tree), training, run));
    TrainingSet fold = pick_rows(learner.set(), held_out);
    std::vector<double> values;
    for (const Figure& figure : permutation_importance(predictor, fold, plan, run)) values.push_back(figure.value);
    return values;
}

}  // namespace

HeldOutImportance held_out_importance(const Learner& learner, std::size_t most_folds, std::size_t shuffles, std::uint64_t seed,
                                      const Run& run) {
    const TrainingSet& set = learner.set();
    const ResamplingPlan plan = plan_of_folds(set, most_folds, seed);
    const std::vector<RowList> folds = make_repeats(set, plan, set.all_rows(), run).front();
    std::vector<Tree> trees = fit_without(learner, folds, set.all_rows(), run);
    const ShufflePlan shuffle{shuffles, {.seed = seed, .values_only = true}};
    std::vector<std::vector<double>> by_feature(set.features.size());
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
        const std::vector<double> values = importance_in_fold(learner, std::move(trees[fold]), folds[fold], shuffle, run);
        for (FeatureId feature = 0; feature < values.size(); ++feature) by_feature[feature].push_back(values[feature]);
    }
    const double share = 1.0 / static_cast<double>(folds.size());
    const bool is_share = set.task() == Task::classification;
    const double most = is_share ? 1.0 : std::numeric_limits<double>::infinity();
    HeldOutImportance importance{{}, folds.size(), shuffles};
    for (const std::vector<double>& values : by_feature)
        importance.features.push_back(figure_of_rounds(values, {share, 1.0 - share}, {-most, most}));
    return importance;
}

}  // namespace treewright
