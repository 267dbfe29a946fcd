#include "treewright/resampling/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

CvResult leave_each_out(const Learner& learner, const ResamplingPlan& plan, const Run& run) {
    const Model whole = learner.fit(learner.set().all_rows(), run).model;
    LeaveOneOut left_out = leave_one_out(learner, whole.tree, run);
    CvResult result = summed_up(as_validation(left_out, learner), learner, plan);
    result.left_out = std::move(left_out);
    const std::vector<std::uint32_t> depths = depths_of(whole.tree);
    result.leaves = leaf_count(whole.tree);
    result.depth = *std::max_element(depths.begin(), depths.end());
    return result;
}

/// How long leave-one-out will take where every row needs a fit of its own, by a fit that is timed; 0 where fits share their work.
double leave_one_out_seconds(const Learner& learner, const Run& run) {
    if (shares_leave_one_out(learner)) return 0.0;
    const Run alone{Threads(1), run.progress, run.messages};
    (void)learner.fit(learner.set().all_rows(), alone);  // the second fit is timed: it finds everything at hand
    const auto begin = std::chrono::steady_clock::now();
    (void)learner.fit(learner.set().all_rows(), alone);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return seconds * static_cast<double>(learner.set().rows) / static_cast<double>(run.threads.count());
}

std::string duration_text(double seconds) {
    if (seconds < 120.0) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    return seconds < 7200.0 ? fmt::format("{:.0f} min", seconds / 60.0) : fmt::format("{:.1f} h", seconds / 3600.0);
}

void note_if_slow(const Learner& learner, const Run& run) {
    const double expected = leave_one_out_seconds(learner, run);
    if (expected <= 2.0) return;
    run.messages.note(fmt::format("training a model for each of the {} rows will take about {}: {} is faster",
                                  learner.set().rows, duration_text(expected), named("folds", "10")));
}

}  // namespace

CvResult summed_up(CrossValidation validation, const Learner& learner, const ResamplingPlan& plan) {
    CvResult result{table_facts(learner.set()), plan, std::move(validation), {}, {}, {}};
    result.pooled = pooled_figures(result.validation, {learner.terms().costs, plan.seed, learner.set().target.schema.levels});
    result.summary = summary_of(result.validation, result.pooled);
    return result;
}

void refuse_leave_one_out(bool has_groups, PruneMethod method) {
    if (has_groups)
        throw usage_error(fmt::format("{} would split the groups: with {}, use {} with the number of groups",
                                      named("leave-one-out"), named("group"), named("folds")));
    if (method == PruneMethod::rules)
        throw usage_error(fmt::format("{} works with trees, and {} makes a rule list: use {} instead", named("leave-one-out"),
                                      named("prune", "rules"), named("folds")));
}

Learner learner_to_validate(const std::shared_ptr<const TrainingSet>& set, const TrainOptions& options,
                            const ResamplingPlan& plan, const Run& run, const std::shared_ptr<const TrainingSet>& validation) {
    refuse_plan(*set, plan, set->all_rows());
    const bool leaves_one_out = plan.scheme == Scheme::leave_one_out;
    if (leaves_one_out) refuse_leave_one_out(set->group.has_value(), options.prune.method);
    warn_of_plan(*set, plan, set->all_rows(), run);
    Learner learner(set, options, run, validation);
    if (leaves_one_out) note_if_slow(learner, run);
    return learner;
}

CvResult validate(const Learner& learner, const ResamplingPlan& plan, const Run& run) {
    if (plan.scheme == Scheme::leave_one_out) {
        refuse_leave_one_out(learner.set().group.has_value(), learner.options().prune.method);
        return leave_each_out(learner, plan, run);
    }
    const RowSelection rows = learner.set().all_rows();
    const auto repeats = make_repeats(learner.set(), plan, rows, run);
    return summed_up(cross_validate(learner, repeats, rows, run), learner, plan);
}

std::vector<std::size_t> by_influence(const LeaveOneOut& left_out) {
    std::vector<std::size_t> order(left_out.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const RowInfluence& x = left_out.rows[a];
        const RowInfluence& y = left_out.rows[b];
        return x.root_changes != y.root_changes ? x.root_changes : std::abs(x.moved) > std::abs(y.moved);
    });
    return order;
}

}  // namespace treewright
