#include "treewright/report/cv_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "treewright/base/number_text.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/figures.h"
#include "treewright/report/parts/loss_text.h"
#include "treewright/report/parts/plan_text.h"
#include "treewright/resampling/validate.h"

namespace treewright {

namespace {

LossStyle style_of(const CvResult& result) {
    const LossSummary& summary = result.summary;
    return loss_style(result.validation.kind, summary.loss.value > 0.0 ? summary.loss.value : summary.baseline);
}

/// What numbers the rows of the table: "line" or "row".
std::string line_word(const TableFacts& table) { return table.lines.empty() ? "row" : "line"; }

}  // namespace

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t most_rounds = 20;
constexpr std::size_t most_influential = 8;

using Align = TextTable::Align;

/// Which interval it is, and why.
std::string interval_sentence(const CvResult& result) {
    const LossSummary& summary = result.summary;
    const std::size_t rounds = result.validation.rounds.size();
    if (summary.loss.method != IntervalMethod::corrected_runs)
        return fmt::format("95 %, {}, over the {} held-out rows{}", word_for(summary.loss.method),
                           count_text(result.pooled.rows()),
                           result.left_out ? ", as if a single tree had made the predictions: somewhat too narrow" : "");
    return fmt::format(
        "95 %, Nadeau-Bengio: the {} models share training rows, so that the plain mean ± 1.96·s/√{} ({}) is too narrow",
        rounds, rounds, interval_text(style_of(result), summary.plain));
}

template <class Member>
std::string range_text(const std::vector<Round>& rounds, Member member) {
    const auto by = [&](const Round& a, const Round& b) { return a.*member < b.*member; };
    const auto [low, high] = std::minmax_element(rounds.begin(), rounds.end(), by);
    double sum = 0.0;
    for (const Round& round : rounds) sum += static_cast<double>(round.*member);
    const std::string mean = fixed_text(sum / static_cast<double>(rounds.size()), 1);
    return (*low).*member == (*high).*member ? std::to_string((*low).*member)
                                             : fmt::format("{} ({} to {})", mean, (*low).*member, (*high).*member);
}

std::string size_line(const CvResult& result) {
    const std::vector<Round>& rounds = result.validation.rounds;
    if (rounds.empty()) return fmt::format("{}, depth {} (the tree of all rows)", result.leaves, result.depth);
    return fmt::format("{}, depth {}", range_text(rounds, &Round::leaves), range_text(rounds, &Round::depth));
}

Document summary_lines(const CvResult& result) {
    const LossKind kind = result.validation.kind;
    const LossStyle style = style_of(result);
    const LossSummary& summary = result.summary;
    const std::string words = baseline_words(result.table, result.validation);
    Document part;
    part.fact(loss_name(kind),
              fmt::format("{}; {}: {}", loss_text(style, summary.loss), words, loss_text(style, summary.baseline)));
    if (summary.loss.has_interval()) part.fact("interval", interval_sentence(result));
    if (!result.validation.rounds.empty())
        part.fact(kind == LossKind::mean_cost ? "training cost" : "training " + loss_name(kind),
                  fmt::format("{}, of the fold models on their training rows", loss_text(style, summary.training)));
    return part.fact("leaves", size_line(result));
}

// --- rounds -------------------------------------------------------------------------------------------------------------------

TextTable rounds_table(const CvResult& result) {
    const LossStyle style = style_of(result);
    const bool folds = result.plan.scheme == Scheme::folds;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
    table.add_row({folds ? "fold" : "split", "rows", loss_name(style.kind), baseline_words(result.table, result.validation),
                   "leaves", "depth"});
    for (const Round& round : result.validation.rounds) {
        const std::string name = !folds                    ? std::to_string(round.repeat + 1)
                                 : result.plan.repeats > 1 ? fmt::format("{}.{}", round.repeat + 1, round.fold + 1)
                                                           : std::to_string(round.fold + 1);
        table.add_row({name, count_text(round.test_weight), loss_text(style, round.loss), loss_text(style, round.baseline),
                       std::to_string(round.leaves), std::to_string(round.depth)});
    }
    return table;
}

/// Too many rounds for a page: what each repeat came to.
Document repeats_part(const CvResult& result, const Spelling& spelling) {
    const LossStyle style = style_of(result);
    std::vector<double> means;
    std::vector<std::size_t> rounds;
    for (const Round& round : result.validation.rounds) {
        means.resize(round.repeat + 1, 0.0);
        rounds.resize(round.repeat + 1, 0);
        means[round.repeat] += round.loss;
        ++rounds[round.repeat];
    }
    for (std::size_t i = 0; i < means.size(); ++i) means[i] /= static_cast<double>(rounds[i]);
    const auto [low, high] = std::minmax_element(means.begin(), means.end());
    if (result.plan.scheme == Scheme::holdout || means.size() == 1) {
        const std::vector<double> losses = losses_of(result.validation);
        const auto [least, most] = std::minmax_element(losses.begin(), losses.end());
        return Document().fact("rounds",
                               fmt::format("from {} to {}; {} lists all {}", loss_text(style, *least), loss_text(style, *most),
                                           spelling({"csv"}), result.validation.rounds.size()));
    }
    return Document().fact("repeats",
                           fmt::format("means from {} to {}; {} lists all {} rounds", loss_text(style, *low),
                                       loss_text(style, *high), spelling({"csv"}), result.validation.rounds.size()));
}

Document rounds_part(const CvResult& result, const Spelling& spelling) {
    const std::size_t rounds = result.validation.rounds.size();
    if (rounds < 2) return {};
    return rounds > most_rounds ? repeats_part(result, spelling) : Document().gap().table(rounds_table(result));
}

// --- all rows that were held out ------------------------------------------------------------------------------------------------

Document held_out_part(const CvResult& result, const Spelling& spelling) {
    const bool by_splits = result.plan.scheme == Scheme::holdout;
    const std::string_view counted = result.plan.repeats == 1 ? ""
                                     : by_splits              ? ", all splits together, on average over them"
                                                              : ", each with a total weight of one";
    Document part;
    part.gap().heading(fmt::format("All held-out rows{}", counted)).table(figures_table(result.pooled.list));
    const bool has_area = std::any_of(result.pooled.list.begin(), result.pooled.list.end(), [](const ListedFigure& listed) {
        return listed.figure.method == IntervalMethod::corrected_runs;
    });
    if (!result.left_out && result.validation.rounds.size() > 1)
        part.paragraph(fmt::format("These intervals{} treat the out-of-fold predictions as those of one model; the one at the top "
                                   "allows for the different models.",
                                   has_area ? ", except that of the AUC, a mean over the rounds," : ""));
    if (const auto* classes = std::get_if<ClassFigures>(&result.pooled.learner))
        part.gap().append(confusion_part(*classes, result.table.classes, spelling));
    return part;
}

// --- leave-one-out --------------------------------------------------------------------------------------------------------------

TextTable influence_table(const CvResult& result) {
    const LeaveOneOut& left_out = *result.left_out;
    const ScoredRows& truth = result.validation.held_out.scored;
    const bool regression = result.table.is_regression();
    const int decimals = regression ? style_of(result).decimals : 3;
    const Align numbers = regression ? Align::right : Align::left;
    TextTable table({Align::right, numbers, numbers, Align::right, Align::left});
    table.add_row({line_word(result.table), result.table.target, "predicted without it",
                   regression ? "moves by" : "p of its class falls by", "the root"});
    std::size_t listed = 0;
    for (const std::size_t row : by_influence(left_out)) {
        const RowInfluence& influence = left_out.rows[row];
        if (listed++ == most_influential || (influence.moved == 0.0 && !influence.root_changes)) break;
        const auto label = [&](LevelCode code) { return result.table.classes[position_of(code)]; };
        table.add_row(
            {std::to_string(result.table.line_of(row)), regression ? number_text(truth.targets[row]) : label(truth.labels[row]),
             regression ? signed_text(left_out.predictions.values[row], decimals) : label(left_out.predictions.labels[row]),
             signed_text(influence.moved, decimals), influence.root_changes ? "changes" : ""});
    }
    return table;
}

Document influence_part(const CvResult& result) {
    if (!result.left_out) return {};
    const std::vector<RowInfluence>& rows = result.left_out->rows;
    const auto share = [&](auto holds) {
        return static_cast<double>(std::count_if(rows.begin(), rows.end(), holds)) / static_cast<double>(rows.size());
    };
    const double without = share([](const RowInfluence& row) { return !row.path_changes && !row.class_changes; });
    const std::string_view what = result.table.is_regression()
                                      ? "no question on its path changes"
                                      : "neither a question on its path nor its predicted class changes";
    Document part;
    part.gap().fact("no influence", fmt::format("{} of the rows: without one of them {}", percent_text(without), what));
    const double roots = share([](const auto& row) { return row.root_changes; });
    part.fact("root", roots == 0.0 ? "does not change without any single row"
                                   : fmt::format("changes without one of {} of the rows", percent_text(roots)));
    const bool from_0 = result.table.lines.empty() && result.table.first_row == 0;
    return part.gap()
        .heading(from_0 ? "The most influential rows, counted from 0:" : "The most influential rows:")
        .table(influence_table(result));
}

}  // namespace

Document cv_document(const CvResult& result, const Spelling& spelling) {
    return summary_lines(result)
        .append(rounds_part(result, spelling))
        .append(held_out_part(result, spelling))
        .append(influence_part(result));
}

std::string cv_text(const CvResult& result, const Spelling& spelling) {
    return summary_paragraph(plan_heading(result.table, result.plan)) + "\n" + cv_document(result, spelling).text();
}

std::string cv_html(const CvResult& result, const Spelling& spelling) {
    return html_page("Cross-validation of " + plan_title(result.table, result.plan), cv_document(result, spelling));
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

void write_interval(JsonWriter& json, const Interval& interval) {
    json.begin_object();
    json.key("low");
    json.number_or_text(interval.low);
    json.key("high");
    json.number_or_text(interval.high);
    json.end_object();
}

void write_held_out(JsonWriter& json, const CvResult& result) {
    json.line_break();
    json.key("held_out");
    json.begin_object();
    json.member("rows", result.pooled.rows());
    write_figures(json, result.pooled.list);
    if (const auto* classes = std::get_if<ClassFigures>(&result.pooled.learner)) {
        json.line_break();
        write_confusion(json, *classes);
    }
    json.end_object();
}

void write_round(JsonWriter& json, const Round& round) {
    json.line_break();
    json.begin_object();
    json.member("repeat", round.repeat + 1);
    json.member("fold", round.fold + 1);
    json.member("training_rows", round.training_weight);
    json.member("rows", round.test_weight);
    json.member("loss", round.loss);
    json.member("baseline", round.baseline);
    json.member("training_loss", round.training_loss);
    json.member("leaves", round.leaves);
    json.member("depth", round.depth);
    json.end_object();
}

void write_plan(JsonWriter& json, const ResamplingPlan& plan, const TableFacts& table) {
    json.member("scheme", plan.scheme == Scheme::folds     ? "folds"
                          : plan.scheme == Scheme::holdout ? "holdout"
                                                           : "leave-one-out");
    if (plan.scheme == Scheme::folds) json.member("folds", plan.folds);
    if (plan.scheme == Scheme::holdout) json.member("holdout", plan.held_out);
    json.member("repeats", plan.repeats);
    json.member("stratified", plan.stratified && !table.is_regression());
    if (table.group) json.member("group", *table.group);
    json.member("seed", plan.seed);
}

void write_influence(JsonWriter& json, const CvResult& result) {
    json.line_break();
    json.key("influence");
    json.begin_array();
    for (const std::size_t row : by_influence(*result.left_out)) {
        const RowInfluence& influence = result.left_out->rows[row];
        json.line_break();
        json.begin_object();
        json.member(line_word(result.table), result.table.line_of(row));
        json.member("root_changes", influence.root_changes);
        json.member("path_changes", influence.path_changes);
        json.member("class_changes", influence.class_changes);
        json.member("moved", influence.moved);
        json.end_object();
    }
    json.end_array();
}

}  // namespace

void write_cv(JsonWriter& json, const CvResult& result) {
    const LossSummary& summary = result.summary;
    json.member("rows", result.table.rows);
    write_plan(json, result.plan, result.table);
    json.line_break();
    json.member("measure", loss_key(result.validation.kind));
    json.key("loss");
    json.begin_object();
    write_figure(json, summary.loss);
    json.end_object();
    if (result.validation.rounds.size() > 1) {
        json.key("plain_interval");
        write_interval(json, summary.plain);
    }
    json.member("baseline", summary.baseline);
    if (!result.validation.rounds.empty()) json.member("training_loss", summary.training);
    json.line_break();
    json.key("rounds");
    json.begin_array();
    for (const Round& round : result.validation.rounds) write_round(json, round);
    json.end_array();
    write_held_out(json, result);
    if (result.left_out) write_influence(json, result);
}

std::string cv_json(const CvResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    if (!file.empty()) json.member("file", file);
    write_cv(json, result);
    json.end_object();
    return text + "\n";
}

// --- as CSV ------------------------------------------------------------------------------------------------------------------

namespace {

std::string influence_csv(const CvResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const std::string& name : {line_word(result.table), std::string("root_changes"), std::string("path_changes"),
                                    std::string("class_changes"), std::string("moved")})
        csv.text(name);
    csv.end_row();
    for (std::size_t row = 0; row < result.left_out->rows.size(); ++row) {
        const RowInfluence& influence = result.left_out->rows[row];
        csv.number(static_cast<double>(result.table.line_of(row)));
        csv.text(influence.root_changes ? "yes" : "no");
        csv.text(influence.path_changes ? "yes" : "no");
        csv.text(influence.class_changes ? "yes" : "no");
        csv.number(influence.moved);
        csv.end_row();
    }
    csv.finish();
    return text;
}

void write_prediction_header(CsvWriter& csv, const CvResult& result) {
    csv.text(line_word(result.table));
    csv.text("repeat");
    csv.text("fold");
    if (!result.validation.held_out.scored.weights.empty()) csv.text("weight");
    csv.text(result.table.target);
    csv.text("prediction");
    for (const std::string& name : result.table.classes) csv.text("p:" + name);
    csv.end_row();
}

void write_prediction(CsvWriter& csv, const CvResult& result, std::size_t i) {
    const HeldOutPredictions& held_out = result.validation.held_out;
    const ScoredRows& scored = held_out.scored;
    const std::size_t prediction = scored.prediction[i];
    const bool rounds = !result.validation.rounds.empty();
    const Round round = rounds ? result.validation.rounds[held_out.rounds[i]] : Round{0, held_out.rounds[i]};
    csv.number(static_cast<double>(result.table.line_of(held_out.rows[i])));
    csv.number(static_cast<double>(round.repeat + 1));
    csv.number(static_cast<double>(round.fold + 1));
    if (!scored.weights.empty()) csv.number(scored.weights[i]);
    if (scored.predictions.classes == 0) {
        csv.number(scored.targets[i]);
        csv.number(scored.predictions.values[prediction]);
    } else {
        const std::vector<std::string>& classes = result.table.classes;
        csv.text(classes[scored.labels[i]]);
        csv.text(classes[scored.predictions.labels[prediction]]);
        for (const double share : scored.predictions.probabilities_of(prediction)) csv.number(share);
    }
    csv.end_row();
}

}  // namespace

std::string cv_csv(const CvResult& result) {
    if (result.left_out) return influence_csv(result);
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"repeat", "fold", "training_rows", "rows"}) csv.text(name);
    csv.text(loss_key(result.validation.kind));
    for (const char* name : {"baseline", "training_loss", "leaves", "depth"}) csv.text(name);
    csv.end_row();
    for (const Round& round : result.validation.rounds) {
        csv.number(static_cast<double>(round.repeat + 1));
        csv.number(static_cast<double>(round.fold + 1));
        for (const double number : {round.training_weight, round.test_weight, round.loss, round.baseline, round.training_loss,
                                    static_cast<double>(round.leaves), static_cast<double>(round.depth)})
            csv.number(number);
        csv.end_row();
    }
    csv.finish();
    return text;
}

void write_out_of_fold(const CvResult& result, const ByteSink& sink) {
    CsvWriter csv(sink);
    write_prediction_header(csv, result);
    for (std::size_t i = 0; i < result.validation.held_out.rows.size(); ++i) write_prediction(csv, result, i);
    csv.finish();
}

}  // namespace treewright
