#include "treewright/resampling/validate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace treewright {

namespace {

CvResult leave_each_out(const PreparedTraining& training, const ResamplingPlan& plan, const CrossRun& run) {
    const Model whole = training.fit({run.threads, run.progress});
    LeaveOneOut left_out = leave_one_out(training, whole.tree, {run.threads, run.progress});
    CvResult result = summed_up(as_validation(left_out, training), training, plan);
    result.left_out = std::move(left_out);
    const std::vector<std::uint32_t> depths = depths_of(whole.tree);
    result.leaves = leaf_count(whole.tree);
    result.depth = *std::max_element(depths.begin(), depths.end());
    return result;
}

}  // namespace

CvResult summed_up(CrossValidation validation, const PreparedTraining& training, const ResamplingPlan& plan) {
    CvResult result{table_facts(training.set()), plan, std::move(validation), {}, {}, {}};
    result.pooled = pooled_figures(result.validation, {training.terms().costs, plan.seed, training.set().target.schema.levels});
    result.summary = summary_of(result.validation, result.pooled);
    return result;
}

CvResult validate(const PreparedTraining& training, const ResamplingPlan& plan, const CrossRun& run) {
    if (plan.scheme == Scheme::leave_one_out) return leave_each_out(training, plan, run);
    const auto repeats = make_repeats(training.set(), plan, {run.threads, run.progress});
    return summed_up(cross_validate(training, repeats, run), training, plan);
}

double leave_one_out_seconds(const PreparedTraining& training, const CrossRun& run) {
    if (shares_leave_one_out(training)) return 0.0;
    const Threads alone(1);
    (void)training.fit({alone, run.progress});  // the second fit is timed: it finds everything at hand
    const auto begin = std::chrono::steady_clock::now();
    (void)training.fit({alone, run.progress});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return seconds * static_cast<double>(training.set().rows) / static_cast<double>(run.threads.count());
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
