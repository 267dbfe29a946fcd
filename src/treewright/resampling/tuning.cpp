#include "treewright/resampling/tuning.h"

#include "treewright/resampling/comparison.h"

namespace treewright {

namespace {

/// One learner on the rows of a round that are not held out, judged by those that are.
CrossValidation try_chosen(const PreparedTraining& training, const RowList& held_out, const CrossRun& run) {
    return cross_validate(training, {{held_out}}, run);
}

void append(CrossValidation& to, CrossValidation round, std::size_t repeat, std::size_t fold) {
    round.rounds.front().repeat = repeat;
    round.rounds.front().fold = fold;
    to.kind = round.kind;
    add_round(round.rounds.front(), round.held_out, to);
}

}  // namespace

std::vector<GridPoint> grid_of(const std::vector<TuneAxis>& axes, const Settings& settings, const TrainOptions& classes) {
    std::vector<std::vector<std::string>> combinations = {{}};
    for (const TuneAxis& axis : axes) {
        std::vector<std::vector<std::string>> longer;
        for (const auto& combination : combinations)
            for (const std::string& value : axis.values) {
                longer.push_back(combination);
                longer.back().push_back(value);
            }
        combinations = std::move(longer);
    }
    std::vector<GridPoint> grid;
    for (std::vector<std::string>& values : combinations) {
        TrainOptions options = classes;
        const auto apply = [&](bool presets) {
            for (const auto& [parameter, text] : settings)
                if ((parameter->name == "preset") == presets) parameter->set(options, text);
            for (std::size_t i = 0; i < axes.size() && presets; ++i)
                if (axes[i].parameter->name == "preset") axes[i].parameter->set(options, values[i]);
        };
        apply(true);
        apply(false);
        for (std::size_t i = 0; i < axes.size(); ++i)
            if (axes[i].parameter->name != "preset") axes[i].parameter->set(options, values[i]);
        grid.push_back({std::move(values), std::move(options)});
    }
    return grid;
}

PreparedGrid::PreparedGrid(const TrainingSet& set, const std::vector<GridPoint>& grid, const TrainRun& run) {
    for (const GridPoint& point : grid) {
        owned_.push_back(owned_.empty() ? std::make_unique<PreparedTraining>(set, point.options, run)
                                        : std::make_unique<PreparedTraining>(*owned_.back(), point.options, run));
        trainings_.push_back(owned_.back().get());
    }
}

Choice choose(const PreparedGrid& grid, const std::vector<Repeat>& repeats, const CrossRun& run) {
    Choice choice{cross_validate_all(grid.trainings(), repeats, run), 0};
    for (std::size_t i = 1; i < choice.learners.size(); ++i)
        if (does_better(choice.learners[i], choice.learners[choice.best])) choice.best = i;
    return choice;
}

Nested cross_validate_choice(const PreparedGrid& grid, const std::vector<Repeat>& outer, const ResamplingPlan& inner,
                             const CrossRun& run) {
    const TrainingSet& set = grid.trainings().front()->set();
    Nested nested;
    std::size_t rounds = 0;
    for (const Repeat& repeat : outer) rounds += repeat.size();
    for (std::size_t i = 0; i < outer.size(); ++i)
        for (std::size_t fold = 0; fold < outer[i].size(); ++fold) {
            Progress part({run.progress}, [&](std::string_view, double share) {
                run.progress.report("choosing in every fold",
                                    (static_cast<double>(nested.rounds.size()) + share) / static_cast<double>(rounds));
            });
            const RowList rows = rows_without(outer[i][fold], set.rows);
            const auto repeats = make_repeats(set, inner, {run.threads, part, nullptr, rows});
            const Choice choice = choose(grid, repeats, {run.threads, part, rows});
            nested.rounds.push_back({choice.best, mean_loss(choice.learners[choice.best])});
            append(nested.held, try_chosen(*grid.trainings()[choice.best], outer[i][fold], {run.threads, part}), i, fold);
        }
    return nested;
}

}  // namespace treewright
