#include "treewright/resampling/compare.h"

#include <algorithm>

namespace treewright {

LearnerComparison::LearnerComparison(const TrainingSet& set, const ResamplingPlan& plan, const Run& run)
    : result_{table_facts(set), plan, {}, {}, {}, {}}, repeats_(make_repeats(set, plan, set.all_rows(), run)) {}

void LearnerComparison::add(const std::string& name, const Learner& learner, const Run& run) {
    result_.names.push_back(name);
    result_.learners.push_back(cross_validate(learner, repeats_, learner.set().all_rows(), run));
    costs_ = learner.terms().costs;
    const CrossValidation& validation = result_.learners.back();
    const PooledFigures pooled = pooled_figures(validation, {costs_, result_.plan.seed, learner.set().target.schema.levels});
    result_.summaries.push_back(summary_of(validation, pooled));
}

ComparisonResult LearnerComparison::result() const {
    ComparisonResult result = result_;
    result.comparison = compare_learners(result.learners, costs_);
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
