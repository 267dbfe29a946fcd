#include "treewright/resampling/plan.h"

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/resampling/row_groups.h"
#include "treewright/training/option_check.h"

namespace treewright {

namespace {

void refuse_too_few_groups(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows) {
    const std::size_t groups = groups_of(set, rows).size();
    const std::string& name = set.group->schema.name;
    if (groups == 1)
        throw set.complaint(fmt::format("all rows are in one group of '{}': there is no other group to hold out", name));
    if (plan.scheme == Scheme::folds && groups < plan.folds)
        throw set.complaint(fmt::format("there are {} groups of '{}' for {} folds: use at most {}", groups, name, plan.folds,
                                        named(plan.folds_option, std::to_string(groups))));
}

Repeat make_split(const TrainingSet& set, const ResamplingPlan& plan, std::uint64_t seed, const RowSelection& rows,
                  const Run& run) {
    RowList drawn;
    if (set.group)
        drawn = std::move(assign_groups(set, {{plan.held_out, 1.0 - plan.held_out}, seed, plan.stratified}, rows, run).front());
    else
        drawn = draw_rows(set, {plan.held_out, seed, plan.stratified}, rows, run);
    if (drawn.empty() || drawn.size() == rows.size())
        throw set.complaint(fmt::format("{} of {} leaves {}: choose another share",
                                        named("holdout", fmt::format("{:g}", plan.held_out)), counted(rows.size(), "row"),
                                        drawn.empty() ? "no rows to test on" : "no rows to train on"));
    return {std::move(drawn)};
}

Repeat make_repeat(const TrainingSet& set, const ResamplingPlan& plan, std::uint64_t seed, const RowSelection& rows,
                   const Run& run) {
    if (plan.scheme == Scheme::holdout) return make_split(set, plan, seed, rows, run);
    if (plan.scheme == Scheme::leave_one_out) {
        Repeat rounds;
        for (std::size_t i = 0; i < rows.size(); ++i) rounds.push_back({rows[i]});
        return rounds;
    }
    if (!set.group) return make_folds(set, {plan.folds, seed, plan.stratified}, rows, run);
    const std::vector<double> shares(plan.folds, 1.0 / static_cast<double>(plan.folds));
    return assign_groups(set, {shares, seed, plan.stratified, true}, rows, run);
}

void warn_of_unseen_classes(const TrainingSet& set, const std::vector<Repeat>& repeats, Messages& messages) {
    const std::vector<std::size_t> totals = class_counts(set, row_numbers(set.rows));
    std::vector<std::size_t> unseen(totals.size(), 0);  // rounds, by class
    std::size_t rounds = 0;
    for (const Repeat& repeat : repeats)
        for (const RowList& held_out : repeat) {
            const std::vector<std::size_t> counts = class_counts(set, held_out);
            for (std::size_t j = 0; j < totals.size(); ++j) unseen[j] += totals[j] > 0 && counts[j] == totals[j] ? 1 : 0;
            ++rounds;
        }
    for (std::size_t j = 0; j < totals.size(); ++j)
        if (unseen[j] > 0)
            messages.warn(
                fmt::format("in {} of {} rounds all rows of the class '{}' are held out, because the groups of '{}' stay "
                            "together: those fold models have never seen the class",
                            unseen[j], rounds, set.target.schema.levels[j], set.group->schema.name));
}

}  // namespace

std::uint64_t seed_of_repeat(std::uint64_t seed, std::size_t repeat) {
    return seed + repeat * std::uint64_t{0x9e3779b97f4a7c15};
}

void refuse_plan(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& selection) {
    const std::size_t rows = selection.size();
    if (rows < 2) throw set.complaint("there is only one row: none can be held out");
    if (plan.scheme == Scheme::folds && plan.folds < 2)
        throw usage_error(fmt::format("there must be at least two folds: {} is too few",
                                      named(plan.folds_option, std::to_string(plan.folds))));
    if (set.group) refuse_too_few_groups(set, plan, selection);
    if (plan.scheme == Scheme::folds && rows < plan.folds)
        throw set.complaint(fmt::format("there are {} rows for {} folds: use at most {}", rows, plan.folds,
                                        named(plan.folds_option, std::to_string(rows))));
}

std::vector<Repeat> make_repeats(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows, const Run& run) {
    refuse_plan(set, plan, rows);
    std::vector<Repeat> repeats;
    for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat)
        repeats.push_back(make_repeat(set, plan, seed_of_repeat(plan.seed, repeat), rows, run));
    return repeats;
}

void warn_of_plan(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows, const Run& run) {
    if (plan.scheme == Scheme::folds && plan.stratified) warn_of_rare_classes(set, {plan.folds}, run.messages);
    if (set.group && set.task() == Task::classification)
        warn_of_unseen_classes(set, make_repeats(set, plan, rows, run), run.messages);
}

}  // namespace treewright
