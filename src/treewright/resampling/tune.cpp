#include "treewright/resampling/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/resampling/comparison.h"

namespace treewright {

namespace {

bool came_to_the_same(const CrossValidation& a, const CrossValidation& b) {
    return std::equal(a.rounds.begin(), a.rounds.end(), b.rounds.begin(), b.rounds.end(), [](const Round& x, const Round& y) {
        return std::tuple(x.loss, x.training_loss, x.leaves, x.depth) == std::tuple(y.loss, y.training_loss, y.leaves, y.depth);
    });
}

/// Parameters of several values, all of which did the same in every round, whatever the others were.
std::vector<std::string> idle_parameters(const std::vector<TuneAxis>& axes, const std::vector<CrossValidation>& learners) {
    std::vector<std::string> names;
    std::size_t stride = 1;  // the last axis changes fastest
    for (std::size_t i = axes.size(); i-- > 0; stride *= axes[i].values.size()) {
        const std::size_t values = axes[i].values.size();
        bool idle = values > 1;
        for (std::size_t point = 0; point < learners.size() && idle; ++point)
            idle = came_to_the_same(learners[point], learners[point - point / stride % values * stride]);
        if (idle) names.insert(names.begin(), std::string(axes[i].parameter->name));
    }
    return names;
}

/// Before hours of work.
void refuse_inner_folds(const TrainingSet& set, const TuneTask& task, const std::vector<Repeat>& repeats) {
    for (const Repeat& repeat : repeats)
        for (const RowList& held_out : repeat) {
            const RowList others = rows_without(held_out, set.all_rows());
            refuse_plan(set, task.inner, RowSelection::of(others));
        }
}

}  // namespace

TuneResult tune(const std::shared_ptr<const TrainingSet>& set, const TuneTask& task, const Run& run,
                const std::shared_ptr<const TrainingSet>& validation) {
    refuse_plan(*set, task.plan, set->all_rows());
    warn_of_plan(*set, task.plan, set->all_rows(), run);
    Messages about_points;  // notes about single points of the grid: the user asked for the grid, not for one of them
    const std::vector<Learner> grid = learners_of(task.grid, set, {run.threads, run.progress, about_points}, validation);
    const RowSelection rows = set->all_rows();
    const auto repeats = make_repeats(*set, task.plan, rows, run);
    if (task.nested) refuse_inner_folds(*set, task, repeats);
    Choice choice = choose(grid, repeats, rows, run);
    TuneResult tuned{task, {}, {}, choice.best, {}, {}, {}};
    for (const CrossValidation& learner : choice.learners) {
        tuned.losses.push_back(mean_loss(learner));
        tuned.leaves.push_back(mean_leaves(learner));
    }
    tuned.idle = idle_parameters(task.axes, choice.learners);
    const Learner& best = grid[choice.best];
    tuned.result = summed_up(std::move(choice.learners[choice.best]), best, task.plan);
    tuned.promised = tuned.result.summary;
    if (!task.nested) return tuned;
    tuned.nested = cross_validate_choice(grid, repeats, task.inner, run);
    tuned.result = summed_up(tuned.nested->held, best, task.plan);
    return tuned;
}

}  // namespace treewright
