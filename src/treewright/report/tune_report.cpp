#include "treewright/report/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "treewright/base/json_writer.h"
#include "treewright/base/number_text.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/report/cv_report.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/loss_text.h"

namespace treewright {

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t most_learners_listed = 12;

/// The best first.
std::vector<std::size_t> by_loss(const TuneResult& tuned) {
    std::vector<std::size_t> order(tuned.losses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(tuned.losses[a], tuned.leaves[a]) < std::tuple(tuned.losses[b], tuned.leaves[b]);
    });
    return order;
}

LossStyle style_of(const TuneResult& tuned) { return loss_style(tuned.result.validation.kind, tuned.losses); }

std::string grid_table(const TuneResult& tuned, const Spelling& spelling) {
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
    std::string text = table.text(0, any_width);
    if (tuned.losses.size() > most_learners_listed)
        text +=
            fmt::format("{} of {} learners; {} lists them all\n", most_learners_listed, tuned.losses.size(), spelling({"csv"}));
    for (const std::string& name : tuned.idle)
        text += summary_paragraph(
            fmt::format("{} makes no difference here: all of its values gave the same result in every round.", name));
    return text;
}

std::string distance_text(const LossStyle& style, double difference) {
    return style.kind == LossKind::error_rate ? fixed_text(100.0 * std::abs(difference), 1) + " points"
                                              : loss_text(style, std::abs(difference));
}

/// How the two scores compare.
std::string nested_sentence(const TuneResult& tuned) {
    const double difference = tuned.result.summary.loss.value - tuned.promised.loss.value;
    const std::string distance = distance_text(style_of(tuned), difference);
    if (distance.find_first_of("123456789") == std::string::npos)
        return "Both are the same here. Trust the second all the same: the first is optimistic on average.";
    if (difference > 0.0)
        return fmt::format(
            "The first is the best of {} on the rows that chose it, partly by luck, and {} better than the second. Trust the "
            "second.",
            tuned.losses.size(), distance);
    return fmt::format(
        "Here the held-out rows did {} better, which is chance. Trust the second all the same: the first is optimistic on "
        "average.",
        distance);
}

std::string figures_text(const TuneResult& tuned, const Spelling& spelling) {
    const LossStyle style = style_of(tuned);
    if (tuned.losses.size() == 1)
        return summary_paragraph(fmt::format(
            "{} holds one learner: there was nothing to choose, and the scores below are its own.", spelling({"tune"})));
    if (!tuned.task.nested)
        return summary_paragraph(
            fmt::format("The scores below are those by which it was chosen, the best of {}: they are optimistic. {} shows how "
                        "the choice does on rows that took no part in it.",
                        tuned.losses.size(), spelling({"nested", "yes"})));
    std::string text =
        fmt::format("{:<27}{}\n{:<27}{}\n", "best score of the grid", loss_text(style, tuned.promised.loss.value),
                    "nested cross-validation", loss_text(style, tuned.result.summary.loss));
    std::set<std::size_t> chosen;
    for (const NestedRound& round : tuned.nested->rounds) chosen.insert(round.chosen);
    text += summary_paragraph(nested_sentence(tuned));
    const std::size_t rounds = tuned.nested->rounds.size();
    const std::string choices = rounds == 1 ? "There was one round."
                                : chosen.size() == 1
                                    ? fmt::format("All {} rounds chose the same learner.", rounds)
                                    : fmt::format("The {} rounds chose {} different learners.", rounds, chosen.size());
    return text + summary_paragraph(choices + " The scores below are those of the outer folds.");
}

}  // namespace

std::string tune_text(const TuneResult& tuned, const std::string& how_to_train, const Spelling& spelling) {
    const std::string command = how_to_train.empty() ? "" : "\nTo train that way:\n  " + how_to_train + "\n";
    return grid_table(tuned, spelling) + "\n" + figures_text(tuned, spelling) + command;
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

void write_tune(JsonWriter& json, const TuneResult& tuned, const std::string& how_to_train) {
    const auto write_point = [&](std::size_t point) {
        json.begin_object();
        for (std::size_t i = 0; i < tuned.task.axes.size(); ++i)
            json.member(tuned.task.axes[i].parameter->name, tuned.task.grid[point].values[i]);
        json.member("loss", tuned.losses[point]);
        json.member("mean_leaves", tuned.leaves[point]);
        json.end_object();
    };
    json.key("chosen");
    write_point(tuned.best);
    if (!how_to_train.empty()) json.member("train_command", how_to_train);
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

}  // namespace

std::string tune_json(const TuneResult& tuned, const std::string& file, const std::string& how_to_train) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    if (!file.empty()) json.member("file", file);
    write_tune(json, tuned, how_to_train);
    write_cv(json, tuned.result);
    json.end_object();
    return text + "\n";
}

// --- as CSV ------------------------------------------------------------------------------------------------------------------

std::string tune_csv(const TuneResult& tuned) {
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

}  // namespace treewright
