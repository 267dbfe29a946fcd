#include "treewright/resampling/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

void add_learner(const Learner& learner, const std::vector<Repeat>& repeats, const Run& run, ComparisonResult& result) {
    result.learners.push_back(cross_validate(learner, repeats, learner.set().all_rows(), run));
    const CrossValidation& validation = result.learners.back();
    const PooledFigures pooled =
        pooled_figures(validation, {learner.terms().costs, result.plan.seed, learner.set().target.schema.levels});
    result.summaries.push_back(summary_of(validation, pooled));
}

}  // namespace

void check_comparison(const std::vector<std::string>& names, const ResamplingPlan& plan) {
    if (names.size() < 2)
        throw usage_error(fmt::format("compare needs two learners or more: give {} again, such as {} {}", named("preset"),
                                      named("preset", "c45"), named("preset", "cart")));
    if (plan.scheme == Scheme::holdout && plan.repeats < 2)
        throw usage_error(
            fmt::format("a single split cannot show what is chance: add {}, or use folds", named("repeats", "10")));
    std::set<std::string> known;
    for (const std::string& name : names)
        if (!known.insert(name).second)
            throw usage_error(
                fmt::format("{} '{}' was given twice: the same folds would give the same result", named("preset"), name));
}

ComparisonResult compare(const NamedLearners& learners, const std::shared_ptr<const TrainingSet>& set,
                         const ResamplingPlan& plan, const Run& run, const std::function<void()>& ready) {
    ComparisonResult result{table_facts(*set), plan, {}, {}, {}, {}, {}};
    for (const auto& [name, options] : learners) result.names.push_back(name);
    check_comparison(result.names, plan);
    refuse_plan(*set, plan, set->all_rows());
    warn_of_plan(*set, plan, set->all_rows(), run);
    const std::vector<Repeat> repeats = make_repeats(*set, plan, set->all_rows(), run);
    std::set<std::string> said;
    CostMatrix costs;
    for (std::size_t i = 0; i < learners.size(); ++i) {
        Progress part({run.progress}, [&](std::string_view, double share) {
            run.progress.report(learners[i].first, (static_cast<double>(i) + share) / static_cast<double>(learners.size()));
        });
        const Run own{run.threads, part, run.messages};
        const Learner learner(set, learners[i].second, own, nullptr, PruningNotes::later);
        for (const Message& message : learner.about_pruning().list())
            if (said.insert(message.sentence).second) run.messages.add(message);
        if (ready) ready();
        add_learner(learner, repeats, own, result);
        costs = learner.terms().costs;
    }
    result.comparison = compare_learners(result.learners, costs);
    result.best_and_baseline = compare_with_baseline(result.learners[result.comparison.best], costs);
    return result;
}

bool is_tie(const PairResult& pair) { return pair.wins == 0 && pair.defeats == 0; }

Standing standing_of(const ComparisonResult& result) {
    const std::size_t best = result.comparison.best;
    Standing standing{{best}, {}, {}, best};
    for (std::size_t i = 0; i < result.learners.size(); ++i) {
        if (i == best) continue;
        const PairResult pair = pair_of(result.comparison, best, i);
        const bool is_real = pair.adjusted <= significance_level;
        if (is_tie(pair))
            standing.equal.push_back(i);
        else
            (is_real ? standing.beaten : standing.level_with).push_back(i);
        if (!is_real && mean_leaves(result.learners[i]) < mean_leaves(result.learners[standing.smallest]))
            standing.smallest = i;
    }
    std::sort(standing.equal.begin(), standing.equal.end());
    return standing;
}

}  // namespace treewright
