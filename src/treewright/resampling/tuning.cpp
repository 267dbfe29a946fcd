#include "treewright/resampling/tuning.h"

#include "treewright/resampling/comparison.h"

namespace treewright {

namespace {

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

std::vector<Learner> learners_of(const std::vector<GridPoint>& grid, const std::shared_ptr<const TrainingSet>& set,
                                 const Run& run, const std::shared_ptr<const TrainingSet>& validation) {
    std::vector<Learner> learners;
    for (const GridPoint& point : grid)
        learners.push_back(learners.empty() ? Learner(set, point.options, run, validation)
                                            : Learner(learners.back(), point.options, run));
    return learners;
}

Choice choose(const std::vector<Learner>& grid, const std::vector<Repeat>& repeats, const RowSelection& rows, const Run& run) {
    Choice choice{cross_validate_all(grid, repeats, rows, run), 0};
    for (std::size_t i = 1; i < choice.learners.size(); ++i)
        if (does_better(choice.learners[i], choice.learners[choice.best])) choice.best = i;
    return choice;
}

Nested cross_validate_choice(const std::vector<Learner>& grid, const std::vector<Repeat>& outer, const ResamplingPlan& inner,
                             const Run& run) {
    const TrainingSet& set = grid.front().set();
    Nested nested;
    std::size_t rounds = 0;
    for (const Repeat& repeat : outer) rounds += repeat.size();
    for (std::size_t i = 0; i < outer.size(); ++i)
        for (std::size_t fold = 0; fold < outer[i].size(); ++fold) {
            Progress part({run.progress}, [&](std::string_view, double share) {
                run.progress.report("choosing in every fold",
                                    (static_cast<double>(nested.rounds.size()) + share) / static_cast<double>(rounds));
            });
            const Run own{run.threads, part, run.messages};
            const RowList others = rows_without(outer[i][fold], set.all_rows());
            const RowSelection rows = RowSelection::of(others);
            const Choice choice = choose(grid, make_repeats(set, inner, rows, own), rows, own);
            nested.rounds.push_back({choice.best, mean_loss(choice.learners[choice.best])});
            append(nested.held, cross_validate(grid[choice.best], {{outer[i][fold]}}, set.all_rows(), own), i, fold);
        }
    return nested;
}

}  // namespace treewright
