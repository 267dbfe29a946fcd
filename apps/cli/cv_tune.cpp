#include "cli/cv_tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "cli/console/page.h"
#include "cli/model_summary.h"
#include "cli/train_command.h"
#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/export/table_text.h"
#include "treewright/io/csv_writer.h"
#include "treewright/resampling/comparison.h"

namespace treewright::cli {

namespace {

constexpr std::size_t most_learners_listed = 12;
constexpr std::size_t most_points = 10000;

/// The best first.
std::vector<std::size_t> by_loss(const TunedResult& tuned) {
    std::vector<std::size_t> order(tuned.losses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(tuned.losses[a], tuned.leaves[a]) < std::tuple(tuned.losses[b], tuned.leaves[b]);
    });
    return order;
}

LossStyle style_of(const TunedResult& tuned) { return loss_style(tuned.result.validation.kind, tuned.losses); }

std::string grid_table(const TunedResult& tuned) {
    const LossStyle style = style_of(tuned);
    std::vector<TextTable::Align> columns(tuned.task.axes.size(), TextTable::Align::left);
    std::vector<std::string> header;
    for (const TuneAxis& axis : tuned.task.axes) header.emplace_back(axis.parameter->name);
    columns.insert(columns.end(), {TextTable::Align::right, TextTable::Align::right, TextTable::Align::left});
    header.insert(header.end(), {loss_name(style.kind), "leaves", ""});
    TextTable table(columns);
    table.add_row(header);
    std::size_t listed = 0;
    for (const std::size_t point : by_loss(tuned)) {
        if (listed++ == most_learners_listed) break;
        std::vector<std::string> cells = tuned.task.grid[point].values;
        cells.insert(cells.end(), {loss_text(style, tuned.losses[point]), fixed_text(tuned.leaves[point], 1),
                                   point == tuned.best ? "chosen" : ""});
        table.add_row(cells);
    }
    std::string text = table.text(0, page_width);
    if (tuned.losses.size() > most_learners_listed)
        text += fmt::format("{} of {} learners; --csv lists them all\n", most_learners_listed, tuned.losses.size());
    for (const std::string& name : tuned.idle)
        text += summary_paragraph(fmt::format("{} changes nothing here: all of its values did the same in every round.", name));
    return text;
}

std::string distance_text(const LossStyle& style, double difference) {
    return style.kind == LossKind::error_rate ? fixed_text(100.0 * std::abs(difference), 1) + " points"
                                              : loss_text(style, std::abs(difference));
}

/// What the two figures say about each other.
std::string nested_sentence(const TunedResult& tuned) {
    const double difference = tuned.result.summary.loss.value - tuned.promised.loss.value;
    const std::string distance = distance_text(style_of(tuned), difference);
    if (distance.find_first_of("123456789") == std::string::npos)
        return "Both say the same here. Believe the second figure all the same: the first one is optimistic on average.";
    if (difference > 0.0)
        return fmt::format(
            "The first is the best of {} on the rows that chose it, partly by luck, and {} better than the second. Believe the "
            "second.",
            tuned.losses.size(), distance);
    return fmt::format(
        "Here fresh rows did {} better than was promised, which is chance. Believe the second figure all the same: the "
        "first one is optimistic on average.",
        distance);
}

std::string figures_text(const TunedResult& tuned) {
    const LossStyle style = style_of(tuned);
    if (tuned.losses.size() == 1)
        return summary_paragraph("--tune holds one learner: there was nothing to choose, and the figures below are its own.");
    if (!tuned.task.nested)
        return summary_paragraph(fmt::format(
            "The figures below are those by which it was chosen, the best of {}: they are optimistic. --nested tells what the "
            "choice is worth on rows that had no say in it.",
            tuned.losses.size()));
    std::string text =
        fmt::format("{:<27}{}\n{:<27}{}\n", "promised by the selection", loss_text(style, tuned.promised.loss.value),
                    "held on fresh rows", loss_text(style, tuned.result.summary.loss));
    std::set<std::size_t> chosen;
    for (const NestedRound& round : tuned.nested->rounds) chosen.insert(round.chosen);
    text += summary_paragraph(nested_sentence(tuned));
    const std::size_t rounds = tuned.nested->rounds.size();
    const std::string choices = rounds == 1 ? "There was one round."
                                : chosen.size() == 1
                                    ? fmt::format("All {} rounds chose the same learner.", rounds)
                                    : fmt::format("The {} rounds chose {} different learners.", rounds, chosen.size());
    return text + summary_paragraph(choices + " The figures below are those on fresh rows.");
}

std::string command_of(const TunedResult& tuned, const std::vector<std::string>& arguments) {
    std::vector<ChosenOption> chosen;
    for (std::size_t i = 0; i < tuned.task.axes.size(); ++i)
        chosen.push_back({tuned.task.axes[i].parameter, tuned.task.grid[tuned.best].values[i]});
    return train_command(arguments, chosen);
}

void refuse_option_of_its_own(const TuneAxis& axis, const Settings& settings) {
    for (const auto& [parameter, text] : settings) {
        const bool folds = axis.parameter->name == "folds" && parameter->name == "prune-folds";
        if (parameter->name == axis.parameter->name || folds)
            throw usage_error(fmt::format("--{} and --tune {} say two things about one parameter: leave one of them out",
                                          parameter->name, axis.parameter->name));
    }
}

bool came_to_the_same(const CrossValidation& a, const CrossValidation& b) {
    return std::equal(a.rounds.begin(), a.rounds.end(), b.rounds.begin(), b.rounds.end(), [](const Round& x, const Round& y) {
        return std::tuple(x.loss, x.training_loss, x.leaves, x.depth) == std::tuple(y.loss, y.training_loss, y.leaves, y.depth);
    });
}

/// Parameters of several values, all of which did the same in every round, whatever the others were.
std::vector<std::string> idle_parameters(const std::vector<TuneAxis>& axes, const std::vector<CrossValidation>& learners) {
    std::vector<std::string> names;
    std::size_t stride = 1;  // the last axis changes fastest
    for (std::size_t i = axes.size(); i-- > 0; stride *= axes[i].values.size()) {
        const std::size_t values = axes[i].values.size();
        bool idle = values > 1;
        for (std::size_t point = 0; point < learners.size() && idle; ++point)
            idle = came_to_the_same(learners[point], learners[point - point / stride % values * stride]);
        if (idle) names.insert(names.begin(), std::string(axes[i].parameter->name));
    }
    return names;
}

/// Before hours of work.
void refuse_inner_folds(const TrainingSet& set, const TuneTask& task, const std::vector<Repeat>& repeats) {
    for (const Repeat& repeat : repeats)
        for (const RowList& held_out : repeat) {
            const RowList others = rows_without(held_out, set.all_rows());
            refuse_plan(set, task.inner, RowSelection::of(others));
        }
}

}  // namespace

void check_axes(const std::vector<TuneAxis>& axes, const Settings& settings) {
    std::size_t points = 1;
    std::set<std::string_view> names;
    for (const TuneAxis& axis : axes) {
        if (!names.insert(axis.parameter->name).second)
            throw usage_error(
                fmt::format("--tune names '{}' twice: put all of its values into one list", axis.parameter->name));
        refuse_option_of_its_own(axis, settings);
        points *= axis.values.size();
        if (points > most_points)
            throw usage_error(fmt::format("the grid of --tune has more than {} learners: give it fewer values", most_points));
    }
}

TunedResult run_tuned(const std::shared_ptr<const TrainingSet>& shared_set, const TuneTask& task, const Run& run,
                      const std::shared_ptr<const TrainingSet>& validation) {
    const TrainingSet& set = *shared_set;
    Messages about_points;  // that a point sets an option without effect is no news to a user who asked for the grid
    const std::vector<Learner> grid = learners_of(task.grid, shared_set, {run.threads, run.progress, about_points}, validation);
    const auto repeats = make_repeats(set, task.plan, set.all_rows(), run);
    if (task.nested) refuse_inner_folds(set, task, repeats);
    Choice choice = choose(grid, repeats, set.all_rows(), run);
    TunedResult tuned{task, {}, {}, choice.best, {}, {}, {set, task.plan, {}, {}, {}, {}}};
    for (const CrossValidation& learner : choice.learners) {
        tuned.losses.push_back(mean_loss(learner));
        tuned.leaves.push_back(mean_leaves(learner));
    }
    tuned.idle = idle_parameters(task.axes, choice.learners);
    tuned.result.validation = std::move(choice.learners[choice.best]);
    sum_up(tuned.result, grid[choice.best]);
    tuned.promised = tuned.result.summary;
    if (!task.nested) return tuned;
    tuned.nested = cross_validate_choice(grid, repeats, task.inner, run);
    tuned.result.validation = tuned.nested->held;
    sum_up(tuned.result, grid[choice.best]);
    return tuned;
}

std::string tuned_text(const TunedResult& tuned, const std::vector<std::string>& arguments) {
    return grid_table(tuned) + "\n" + figures_text(tuned) + "\nTo train so:\n  " + command_of(tuned, arguments) + "\n";
}

void write_tuned(JsonWriter& json, const TunedResult& tuned, const std::vector<std::string>& arguments) {
    const auto write_point = [&](std::size_t point) {
        json.begin_object();
        for (std::size_t i = 0; i < tuned.task.axes.size(); ++i)
            json.member(tuned.task.axes[i].parameter->name, tuned.task.grid[point].values[i]);
        json.member("loss", tuned.losses[point]);
        json.member("leaves", tuned.leaves[point]);
        json.end_object();
    };
    json.key("chosen");
    write_point(tuned.best);
    json.member("train_command", command_of(tuned, arguments));
    json.member("promised", tuned.promised.loss.value);
    json.member("nested", tuned.task.nested);
    if (tuned.task.nested) json.member("held", tuned.result.summary.loss.value);
    json.line_break();
    json.key("grid");
    json.begin_array();
    for (std::size_t point = 0; point < tuned.losses.size(); ++point) {
        json.line_break();
        write_point(point);
    }
    json.end_array();
    json.line_break();
}

std::string grid_csv(const TunedResult& tuned) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const TuneAxis& axis : tuned.task.axes) csv.text(axis.parameter->name);
    csv.text(loss_key(tuned.result.validation.kind));
    csv.text("leaves");
    csv.text("chosen");
    csv.end_row();
    for (std::size_t point = 0; point < tuned.losses.size(); ++point) {
        for (const std::string& value : tuned.task.grid[point].values) csv.text(value);
        csv.number(tuned.losses[point]);
        csv.number(tuned.leaves[point]);
        csv.text(point == tuned.best ? "yes" : "no");
        csv.end_row();
    }
    csv.finish();
    return text;
}

}  // namespace treewright::cli
