#include "treewright/resampling/cross_validation.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/resampling/round_internal.h"

namespace treewright {

namespace {

constexpr std::size_t splits_at_a_time = 16;  // one at a time they would leave all threads but one idle

/// The rounds of one repeat, side by side.
std::vector<ValidatedModel> validate_repeat(const Learner& learner, std::vector<Tree> trees, const Repeat& repeat,
                                            const RowSelection& rows, const Run& run) {
    std::vector<ValidatedModel> models(repeat.size());
    run.threads.for_each(repeat.size(), [&](std::size_t fold) {
        run.progress.stop_if_cancelled();
        const RowList others = rows_without(repeat[fold], rows);
        AnyModel model = finished_model(learner, std::move(trees[fold]), others, QuietRun(run));
        models[fold] = validated(learner, std::move(model), {others, repeat[fold]});
    });
    return models;
}

/// `number`: of the repeat; of splits, which are a repeat each, that of the first.
void add_rounds(std::vector<ValidatedModel> models, const Repeat& repeat, std::size_t number, CrossValidation& to,
                bool are_splits = false) {
    for (std::size_t fold = 0; fold < models.size(); ++fold) {
        Round& round = models[fold].round;
        round.repeat = are_splits ? number + fold : number;
        round.fold = are_splits ? 0 : fold;
        add_round(round, {std::move(models[fold].scored), std::move(models[fold].baseline), repeat[fold], {}}, to);
    }
}

}  // namespace

void add_round(const Round& round, const HeldOutPredictions& held_out, CrossValidation& to) {
    to.held_out.scored.append(held_out.scored);
    to.held_out.baselines.append(held_out.baselines);
    to.held_out.rows.insert(to.held_out.rows.end(), held_out.rows.begin(), held_out.rows.end());
    to.held_out.rounds.resize(to.held_out.rows.size(), size32(to.rounds));
    to.rounds.push_back(round);
}

LossKind loss_kind_of(const Learner& learner) {
    if (learner.set().task() == Task::regression) return LossKind::root_mean_squared_error;
    return learner.terms().costs.empty() ? LossKind::error_rate : LossKind::mean_cost;
}

CrossValidation cross_validate(const Learner& learner, const std::vector<Repeat>& repeats, const RowSelection& rows,
                               const Run& run) {
    CrossValidation validation;
    validation.kind = loss_kind_of(learner);
    const auto begin = std::chrono::steady_clock::now();
    const bool are_splits = std::all_of(repeats.begin(), repeats.end(), [](const Repeat& each) { return each.size() == 1; });
    const std::size_t step = are_splits ? splits_at_a_time : 1;
    for (std::size_t i = 0; i < repeats.size(); i += step) {
        Progress part({run.progress}, [&](std::string_view stage, double share) {
            const auto done = static_cast<double>(i) + share * static_cast<double>(step);
            run.progress.report(stage, std::min(1.0, done / static_cast<double>(repeats.size())));
        });
        Repeat held_out;
        for (std::size_t j = i; j < std::min(i + step, repeats.size()); ++j)
            held_out.insert(held_out.end(), repeats[j].begin(), repeats[j].end());
        std::vector<Tree> trees = fit_without(learner, held_out, rows, {run.threads, part, run.messages});
        add_rounds(validate_repeat(learner, std::move(trees), held_out, rows, run), held_out, i, validation, are_splits);
    }
    validation.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return validation;
}

namespace {

/// One repeat for all learners. The trees of the last growth are kept: learners that grow the same trees are neighbours in a grid.
void add_repeat(const std::vector<Learner>& learners, const Repeat& repeat, const RowSelection& rows, const Run& run,
                std::vector<CrossValidation>& all) {
    const Learner* grower = nullptr;
    std::vector<Tree> grown;
    double shown = 0.0;  // pruning begins again where growing has ended
    for (std::size_t i = 0; i < learners.size(); ++i) {
        const Learner& learner = learners[i];
        Progress part({run.progress}, [&](std::string_view, double share) {
            shown = std::max(shown, (static_cast<double>(i) + share) / static_cast<double>(learners.size()));
            run.progress.report("choosing", shown);
        });
        const Run own{run.threads, part, run.messages};
        if (grower == nullptr || !learner.grows_like(*grower)) grown = learner.grow_without(repeat, rows, own);
        grower = &learner;
        std::vector<Tree> trees = prune_without(learner, repeat, grown, rows, own);
        const std::size_t number = all[i].rounds.empty() ? 0 : all[i].rounds.back().repeat + 1;
        add_rounds(validate_repeat(learner, std::move(trees), repeat, rows, own), repeat, number, all[i]);
    }
}

}  // namespace

std::vector<CrossValidation> cross_validate_all(const std::vector<Learner>& learners, const std::vector<Repeat>& repeats,
                                                const RowSelection& rows, const Run& run) {
    std::vector<CrossValidation> all(learners.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].kind = loss_kind_of(learners[i]);
    for (std::size_t i = 0; i < repeats.size(); ++i) {
        Progress part({run.progress}, [&](std::string_view stage, double share) {
            run.progress.report(stage, (static_cast<double>(i) + share) / static_cast<double>(repeats.size()));
        });
        add_repeat(learners, repeats[i], rows, {run.threads, part, run.messages}, all);
    }
    return all;
}

Interval range_of(LossKind kind) { return {0.0, kind == LossKind::error_rate ? 1.0 : std::numeric_limits<double>::infinity()}; }

Figure figure_of_rounds(std::span<const double> figures, const RunShares& shares, const Interval& range) {
    const RunSpread spread = spread_of(figures);
    if (spread.runs < 2 || spread.deviation == 0.0) return {spread.mean};
    const Interval interval = corrected_run_interval(spread, shares);
    return {spread.mean,
            {std::clamp(interval.low, range.low, range.high), std::clamp(interval.high, range.low, range.high)},
            IntervalMethod::corrected_runs};
}

std::vector<double> losses_of(const CrossValidation& validation) {
    std::vector<double> losses;
    for (const Round& round : validation.rounds) losses.push_back(round.loss);
    return losses;
}

RunShares shares_of(const CrossValidation& validation) {
    RunShares shares{0.0, 0.0};
    for (const Round& round : validation.rounds) {
        shares.test += round.test_weight;
        shares.training += round.training_weight;
    }
    return shares;
}

ScoredRows baseline_rows(const HeldOutPredictions& held_out) {
    ScoredRows rows = held_out.scored;
    rows.predictions = held_out.baselines;
    rows.prediction = held_out.rounds;
    return rows;
}

}  // namespace treewright
