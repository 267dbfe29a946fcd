#include "treewright/report/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "treewright/base/number_text.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/report/document.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/figures.h"
#include "treewright/report/parts/loss_text.h"
#include "treewright/report/parts/plan_text.h"

namespace treewright {

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

LossStyle style_of(const ComparisonResult& result) {
    std::vector<double> losses;
    for (const LossSummary& summary : result.summaries) losses.push_back(summary.loss.value);
    return loss_style(result.kind(), losses);
}

/// The best and its equals; no one if all are equal.
bool is_least(const ComparisonResult& result, std::size_t learner) {
    const Comparison& comparison = result.comparison;
    if (std::all_of(comparison.pairs.begin(), comparison.pairs.end(), is_tie)) return false;
    return learner == comparison.best || is_tie(pair_of(comparison, comparison.best, learner));
}

std::string p_text(double p) { return p < 0.001 ? "< 0.001" : fixed_text(p, 3); }

/// Of one width, whatever the machine.
std::string seconds_text(double seconds) {
    return seconds < 0.0095 ? "< 0.01 s" : fmt::format("{:>8}", fmt::format("{:.2g} s", seconds));
}

/// What learners are called in the tables: by what was written, or by numbers where that is too long for the page.
struct TableNames {
    std::vector<std::string> learners;
    std::vector<std::string> in_pairs;
    std::string legend = {};
};

TextTable learners_table(const ComparisonResult& result, const TableNames& names) {
    using Align = TextTable::Align;
    const LossStyle style = style_of(result);
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
    table.add_row({"learner", loss_name(style.kind) + " (95 % interval)", "leaves", "depth", "time", ""});
    for (std::size_t i = 0; i < result.learners.size(); ++i) {
        const CrossValidation& learner = result.learners[i];
        table.add_row({names.learners[i], loss_text(style, result.summaries[i].loss), fixed_text(mean_leaves(learner), 1),
                       fixed_text(mean_depth(learner), 1),
                       seconds_text(learner.seconds / static_cast<double>(learner.rounds.size())),
                       is_least(result, i) ? "least" : ""});
    }
    table.add_row({baseline_words(result.table, result.learners.front()), loss_text(style, result.summaries.front().baseline)});
    return table;
}

TextTable pairs_table(const ComparisonResult& result, const TableNames& names) {
    using Align = TextTable::Align;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
    const std::string unit = result.kind() == LossKind::error_rate ? "points" : "difference";
    table.add_row({"pair", unit, "wins-ties-losses", "p", "Holm", ""});
    for (const PairResult& pair : result.comparison.pairs)
        table.add_row({fmt::format("{} − {}", names.in_pairs[pair.first], names.in_pairs[pair.second]),
                       difference_text(style_of(result), pair.difference),
                       fmt::format("{}-{}-{}", pair.wins, pair.ties, pair.defeats),
                       p_text(pair.test.p_value) + (pair.by_rows ? "*" : ""), p_text(pair.adjusted),
                       pair.adjusted <= significance_level ? "real" : ""});
    return table;
}

bool fits_page(const TextTable& table) {
    std::istringstream lines(table.text(0, any_width));
    for (std::string line; std::getline(lines, line);)
        if (display_width(line) > page_width) return false;
    return true;
}

/// First by name, then with numbers before the names for the pairs, then by numbers alone with a list of the names.
TableNames table_names(const ComparisonResult& result) {
    TableNames names, numbered, numbers;
    for (std::size_t i = 0; i < result.learners.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        const std::string with_number = fmt::format("{}: {}", number, result.names[i]);
        names.learners.push_back(result.names[i]), names.in_pairs.push_back(result.names[i]);
        numbered.learners.push_back(with_number), numbered.in_pairs.push_back(number);
        numbers.learners.push_back(number), numbers.in_pairs.push_back(number);
        numbers.legend += with_number + "\n";
    }
    numbers.legend += "\n";
    if (fits_page(learners_table(result, names)) && fits_page(pairs_table(result, names))) return names;
    return fits_page(learners_table(result, numbered)) ? numbered : numbers;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string quoted_name(const ComparisonResult& result, std::size_t learner) {
    return fmt::format("'{}'", result.names[learner]);
}

std::vector<std::string> quoted_names(const ComparisonResult& result, const std::vector<std::size_t>& learners) {
    std::vector<std::string> names;
    for (const std::size_t learner : learners) names.push_back(quoted_name(result, learner));
    return names;
}

/// Of learners that did equally well: which has fewer leaves.
std::string leaves_sentence(const ComparisonResult& result, const std::vector<std::size_t>& equal) {
    const auto leaves = [&](std::size_t i) { return mean_leaves(result.learners[i]); };
    const auto fewer = [&](std::size_t a, std::size_t b) { return leaves(a) < leaves(b); };
    const auto [least, most] = std::minmax_element(equal.begin(), equal.end(), fewer);
    if (leaves(*least) == leaves(*most)) return "Their trees have equally many leaves.";
    return fmt::format("{} has {} leaves: {}.", quoted_name(result, *least), equal.size() == 2 ? "fewer" : "the fewest",
                       fixed_text(leaves(*least), 1));
}

/// How intervals and p-values were found, and why so.
std::string methods_sentence(const ComparisonResult& result) {
    const std::vector<PairResult>& pairs = result.comparison.pairs;
    const auto by_runs = [](const LossSummary& summary) { return summary.loss.method == IntervalMethod::corrected_runs; };
    const bool all = std::all_of(result.summaries.begin(), result.summaries.end(), by_runs);
    std::string text = fmt::format(
        "Intervals by Nadeau and Bengio{}, p by the corrected resampled t-test, because the {} rounds share training rows; ",
        all ? "" : " (if all rounds of a learner agree: over the rows)", result.learners.front().rounds.size());
    if (std::any_of(pairs.begin(), pairs.end(), [](const PairResult& pair) { return pair.by_rows; }))
        text += "* all rounds differ by the same amount: p by the exact sign test over the rows; ";
    return text + fmt::format("Holm: p, corrected for {} pair{}.", pairs.size(), pairs.size() == 1 ? "" : "s");
}

/// What a crown is worth where a constant does as well.
std::string baseline_sentence(const ComparisonResult& result) {
    const LossSummary& best = result.summaries[result.comparison.best];
    const std::string constant = baseline_words(result.table, result.learners.front());
    const auto is_no_better = [](const LossSummary& summary) { return summary.pooled >= summary.baseline * (1.0 - 1e-12); };
    const std::string figure = loss_text(style_of(result), best.baseline);
    if (best.loss.value >= best.baseline) return fmt::format(" No learner does better than {}: {}.", constant, figure);
    // A mean of the rounds may be below a constant that makes as many mistakes.
    if (std::all_of(result.summaries.begin(), result.summaries.end(), is_no_better))
        return fmt::format(" Over all rows together, no learner does better than {}: {}.", constant, figure);
    if (is_no_better(best)) return fmt::format(" Over all rows together, it does no better than {}: {}.", constant, figure);
    if (result.best_and_baseline.test.p_value <= significance_level) return "";
    return fmt::format(" The difference from {} may be chance.", constant);
}

std::string verdict_on_learners(const ComparisonResult& result) {
    const Standing standing = standing_of(result);
    const std::vector<std::string> first = quoted_names(result, standing.equal);
    const std::string beaten = listed(quoted_names(result, standing.beaten));
    const bool tie = first.size() > 1;
    std::string text =
        tie ? fmt::format("{} did equally well in every round. {}", listed(first), leaves_sentence(result, standing.equal))
            : "";
    if (standing.beaten.empty() && standing.level_with.empty()) return text;
    if (tie) text += " ";
    text += tie ? fmt::format("They have the least {}", loss_name(result.kind()))
                : fmt::format("{} has the least {}", first.front(), loss_name(result.kind()));
    if (standing.level_with.empty()) return text + fmt::format(", and the difference from {} is significant.", beaten);
    text += fmt::format(", but the difference from {} may be chance.", listed(quoted_names(result, standing.level_with)));
    if (!standing.beaten.empty()) text += fmt::format(" The difference from {} is significant.", beaten);
    if (std::find(standing.equal.begin(), standing.equal.end(), standing.smallest) == standing.equal.end())
        text += fmt::format(" {} has fewer leaves, and these rows cannot tell {}.", quoted_name(result, standing.smallest),
                            tie ? "them apart" : fmt::format("it from {}", first.front()));
    return text;
}

}  // namespace

std::string verdict(const ComparisonResult& result) { return verdict_on_learners(result) + baseline_sentence(result); }

namespace {

Document comparison_document(const ComparisonResult& result, const TableNames& names) {
    return Document()
        .verbatim(names.legend)
        .table(learners_table(result, names))
        .gap()
        .table(pairs_table(result, names))
        .gap()
        .paragraph(verdict(result))
        .paragraph(methods_sentence(result));
}

}  // namespace

std::string comparison_text(const ComparisonResult& result) {
    return summary_paragraph(plan_heading(result.table, result.plan)) + "\n" +
           comparison_document(result, table_names(result)).text();
}

std::string comparison_html(const ComparisonResult& result) {
    const TableNames names{result.names, result.names};  // a page has room for them
    return html_page("Comparison of learners on " + plan_title(result.table, result.plan), comparison_document(result, names));
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

void write_learner(JsonWriter& json, const ComparisonResult& result, std::size_t i) {
    const CrossValidation& learner = result.learners[i];
    json.line_break();
    json.begin_object();
    json.member("learner", result.names[i]);
    json.key("loss");
    json.begin_object();
    write_figure(json, result.summaries[i].loss);
    json.end_object();
    json.member("leaves", mean_leaves(learner));
    json.member("depth", mean_depth(learner));
    json.member("seconds_a_model", learner.seconds / static_cast<double>(learner.rounds.size()));
    json.key("rounds");
    json.begin_array();
    for (const double round : losses_of(learner)) json.value(round);
    json.end_array();
    json.end_object();
}

void write_pair(JsonWriter& json, const ComparisonResult& result, const PairResult& pair) {
    json.line_break();
    json.begin_object();
    json.member("first", result.names[pair.first]);
    json.member("second", result.names[pair.second]);
    json.member("difference", pair.difference);
    json.member("wins", pair.wins);
    json.member("ties", pair.ties);
    json.member("losses", pair.defeats);
    json.key("t");
    json.number_or_text(pair.test.t);
    json.member("p", pair.test.p_value);
    json.member("test", pair.by_rows ? "sign test of the rows" : "corrected resampled t-test");
    json.member("p_holm", pair.adjusted);
    json.end_object();
}

}  // namespace

std::string comparison_json(const ComparisonResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    if (!file.empty()) json.member("file", file);
    json.member("rows", result.table.rows);
    json.member("measure", loss_key(result.kind()));
    json.member("baseline", result.summaries.front().baseline);
    json.member("p_baseline", result.best_and_baseline.test.p_value);
    json.member("best", result.names[result.comparison.best]);
    json.member("verdict", verdict(result));
    json.key("learners");
    json.begin_array();
    for (std::size_t i = 0; i < result.learners.size(); ++i) write_learner(json, result, i);
    json.end_array();
    json.line_break();
    json.key("pairs");
    json.begin_array();
    for (const PairResult& pair : result.comparison.pairs) write_pair(json, result, pair);
    json.end_array();
    json.end_object();
    return text + "\n";
}

// --- as CSV ------------------------------------------------------------------------------------------------------------------

std::string comparison_csv(const ComparisonResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"learner", "repeat", "fold", "rows"}) csv.text(name);
    csv.text(loss_key(result.kind()));
    for (const char* name : {"baseline", "leaves", "depth"}) csv.text(name);
    csv.end_row();
    for (std::size_t i = 0; i < result.learners.size(); ++i)
        for (const Round& round : result.learners[i].rounds) {
            csv.text(result.names[i]);
            for (const double number :
                 {static_cast<double>(round.repeat + 1), static_cast<double>(round.fold + 1), round.test_weight, round.loss,
                  round.baseline, static_cast<double>(round.leaves), static_cast<double>(round.depth)})
                csv.number(number);
            csv.end_row();
        }
    csv.finish();
    return text;
}

}  // namespace treewright
