#include "treewright/resampling/validate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

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

CvResult validate(const Learner& learner, const ResamplingPlan& plan, const Run& run) {
    if (plan.scheme == Scheme::leave_one_out) {
        refuse_leave_one_out(learner.set().group.has_value(), learner.options().prune.method);
        return leave_each_out(learner, plan, run);
    }
    const RowSelection rows = learner.set().all_rows();
    const auto repeats = make_repeats(learner.set(), plan, rows, run);
    return summed_up(cross_validate(learner, repeats, rows, run), learner, plan);
}

double leave_one_out_seconds(const Learner& learner, const Run& run) {
    if (shares_leave_one_out(learner)) return 0.0;
    const Run alone{Threads(1), run.progress, run.messages};
    (void)learner.fit(learner.set().all_rows(), alone);  // the second fit is timed: it finds everything at hand
    const auto begin = std::chrono::steady_clock::now();
    (void)learner.fit(learner.set().all_rows(), alone);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return seconds * static_cast<double>(learner.set().rows) / static_cast<double>(run.threads.count());
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
