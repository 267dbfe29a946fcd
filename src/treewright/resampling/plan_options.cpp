#include "treewright/resampling/plan_options.h"

#include <fmt/format.h>

#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"

namespace treewright {

namespace {

using PlanParameter = ParameterOf<PlanOptions>;

constexpr double most_rounds = 100000.0;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_plan_option_has_its_entry(const PlanOptions& options) {
    [[maybe_unused]] const auto& [folds, repeats, holdout, plain_folds, leave_one_out] = options;
}

template <class Access>
PlanParameter about_plan(Parameter declared, Access access) {
    declared.group = ParameterGroup::resampling;
    return entry_of<PlanOptions>(std::move(declared), access);
}

/// A number that has a default whether it is given or not; who gave none has not asked for folds.
template <class Access>
PlanParameter number_of_plan(Parameter declared, std::size_t usual, Access access) {
    PlanParameter parameter = about_plan(std::move(declared), access);
    parameter.field = [access, usual](const PlanOptions& o) -> ParameterValue { return access(o).value_or(usual); };
    return with_default(std::move(parameter));
}

std::vector<PlanParameter> entries_about_plan() {
    return {
        number_of_plan(
            {.name = "folds", .unit = "N", .sentence = "Number of folds; each is held out once.", .range = {2.0, most_rounds}},
            ResamplingPlan().folds, [](auto& o) -> auto& { return o.folds; }),
        number_of_plan({.name = "repeats",
                        .unit = "N",
                        .sentence = "Number of repetitions, with new folds or a new split each time.",
                        .range = {1.0, most_rounds}},
                       ResamplingPlan().repeats, [](auto& o) -> auto& { return o.repeats; }),
        about_plan({.name = "holdout",
                    .unit = "SHARE",
                    .sentence = "Instead of folds: test on a random share of the rows, train on the rest.",
                    .range = {0.0, 1.0, true}},
                   [](auto& o) -> auto& { return o.holdout; }),
        about_plan({.name = "plain-folds", .sentence = "Do not stratify: assign rows to folds regardless of class."},
                   [](auto& o) -> auto& { return o.plain_folds; }),
        about_plan(
            {.name = "leave-one-out", .sentence = "Hold out every row by itself; also report the most influential rows."},
            [](auto& o) -> auto& { return o.leave_one_out; }),
    };
}

}  // namespace

std::span<const PlanParameter> plan_parameters() {
    static const std::vector<PlanParameter> list = entries_about_plan();
    return list;
}

ResamplingPlan plan_of(const PlanOptions& options, std::uint64_t seed) {
    if (options.holdout && options.folds)
        throw usage_error(
            fmt::format("{} and {} contradict each other: choose random splits or folds", named("holdout"), named("folds")));
    if (options.leave_one_out && (options.holdout || options.folds || options.repeats))
        throw usage_error(fmt::format("{} holds out every row once: leave out {}, {} and {}", named("leave-one-out"),
                                      named("folds"), named("holdout"), named("repeats")));
    ResamplingPlan plan;
    plan.scheme = options.leave_one_out ? Scheme::leave_one_out : options.holdout ? Scheme::holdout : Scheme::folds;
    plan.folds = options.folds.value_or(plan.folds);
    plan.repeats = options.repeats.value_or(plan.repeats);
    plan.held_out = options.holdout.value_or(plan.held_out);
    plan.stratified = !options.plain_folds;
    plan.seed = seed;
    return plan;
}

}  // namespace treewright
