// treewright compare: learners on the same folds, and which differences are real.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "cli/console/page.h"
#include "cli/evaluation_report.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/learner_spec.h"
#include "cli/flags/plan_options.h"
#include "cli/loss_words.h"
#include "cli/model_summary.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/io/csv_writer.h"
#include "treewright/resampling/comparison.h"
#include "treewright/resampling/summary.h"

namespace treewright::cli {

namespace {

constexpr std::size_t unlimited = 10000;  // names are chosen so that the tables fit
constexpr double level = 0.05;

struct CompareRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    PlanFlags plan;
    std::vector<LearnerSpec> learners;
    std::vector<Setting> for_all;
    TrainingFlags classes;
    bool csv = false;
};

/// All that there is to tell.
struct CompareResult {
    const CompareRequest& request;
    const TrainingSet& set;
    const ResamplingPlan& plan;
    std::vector<CrossValidation> learners;
    std::vector<LossSummary> summaries;
    Comparison comparison;

    [[nodiscard]] LossKind kind() const { return learners.front().kind; }
    [[nodiscard]] LossStyle style() const {
        std::vector<double> losses;
        for (const LossSummary& summary : summaries) losses.push_back(summary.loss.value);
        return loss_style(kind(), losses);
    }
    [[nodiscard]] const std::string& name(std::size_t learner) const { return request.learners[learner].name; }
};

void declare(ArgumentParser& parser, CompareRequest& request) {
    parser.explain(
        "Tries several learners on the same folds and says which differences are more than chance: by the corrected resampled "
        "t-test (Nadeau and Bengio), which knows that the folds share training rows, with Holm's correction for the number of "
        "pairs.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    declare_target(parser, request.target, "the column to predict: a name, last, or #15 for the fifteenth");
    parser.require("--target");
    parser.group("The learners");
    parser.option({"--preset", "LEARNER", "id3, c45, cart or auto, with options of train behind it in quotes; twice or more",
                   Times::many},
                  [&request](const std::string& text) { request.learners.push_back(learner_spec(text)); });
    declare_folds(parser, request.plan);
    declare_group(parser, request.target);
    parser.group("Results");
    parser.flag("--csv", "print the rounds of all learners as CSV", request.csv);
    declare_settings(parser, request.for_all);
    declare_classes(parser, request.classes);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("two learners", "treewright compare adult.csv --target last --preset c45 --preset \"cart --se 0\"");
}

void check_request(const CompareRequest& request, const ResamplingPlan& plan) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    if (request.learners.size() < 2)
        throw usage_error("compare needs two learners or more: give --preset again, such as --preset c45 --preset cart");
    if (plan.scheme == Scheme::holdout && plan.repeats < 2)
        throw usage_error("one split says nothing about chance: add --repeats 10, or use folds");
    std::set<std::string> names;
    for (const LearnerSpec& spec : request.learners)
        if (!names.insert(spec.name).second)
            throw usage_error(
                fmt::format("--preset '{}' was given twice: a learner needs no second try on the same folds", spec.name));
}

CompareResult compare_all(const CompareRequest& request, const std::shared_ptr<const TrainingSet>& shared_set,
                          const ResamplingPlan& plan, Console& console) {
    const TrainingSet& set = *shared_set;
    const Run run = console.run(request.common.threads);
    CompareResult result{request, set, plan, {}, {}, {}};
    const auto repeats = make_repeats(set, plan, set.all_rows(), run);
    CostMatrix costs;  // the same for all
    for (std::size_t i = 0; i < request.learners.size(); ++i) {
        TrainOptions options = options_of(request.learners[i], request.classes.options, request.for_all);
        options.prune.seed = request.common.seed;
        Progress part({console.progress()}, [&](std::string_view, double share) {
            console.progress().report(request.learners[i].name,
                                      (static_cast<double>(i) + share) / static_cast<double>(request.learners.size()));
        });
        const Run own{run.threads, part, run.messages};
        const Learner learner(shared_set, options, own);
        tell_about_pruning(learner, console);
        result.learners.push_back(cross_validate(learner, repeats, set.all_rows(), own));
        costs = learner.terms().costs;
        const PooledFigures pooled = pooled_figures(result.learners.back(), {costs, plan.seed, set.target.schema.levels});
        result.summaries.push_back(summary_of(result.learners.back(), pooled));
    }
    result.comparison = compare_learners(result.learners, costs);
    return result;
}

// --- text -----------------------------------------------------------------------------------------------------------------------

/// Whether they lost the same in every round.
bool is_tie(const PairResult& pair) { return pair.wins == 0 && pair.defeats == 0; }

/// The best and its equals; no one if all are equal.
bool is_least(const CompareResult& result, std::size_t learner) {
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

std::string learners_table(const CompareResult& result, const TableNames& names) {
    using Align = TextTable::Align;
    const LossStyle style = result.style();
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
    table.add_row({"learner", loss_name(style.kind) + " (95 % interval)", "leaves", "depth", "a model", ""});
    for (std::size_t i = 0; i < result.learners.size(); ++i) {
        const CrossValidation& learner = result.learners[i];
        table.add_row({names.learners[i], loss_text(style, result.summaries[i].loss), fixed_text(mean_leaves(learner), 1),
                       fixed_text(mean_depth(learner), 1),
                       seconds_text(learner.seconds / static_cast<double>(learner.rounds.size())),
                       is_least(result, i) ? "least" : ""});
    }
    table.add_row({baseline_words(result.set, result.learners.front()), loss_text(style, result.summaries.front().baseline)});
    return table.text(0, unlimited);
}

std::string pairs_table(const CompareResult& result, const TableNames& names) {
    using Align = TextTable::Align;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
    const std::string unit = result.kind() == LossKind::error_rate ? "points" : "difference";
    table.add_row({"pair", unit, "wins-ties-losses", "p", "Holm", ""});
    for (const PairResult& pair : result.comparison.pairs)
        table.add_row({fmt::format("{} − {}", names.in_pairs[pair.first], names.in_pairs[pair.second]),
                       difference_text(result.style(), pair.difference),
                       fmt::format("{}-{}-{}", pair.wins, pair.ties, pair.defeats),
                       p_text(pair.test.p_value) + (pair.by_rows ? "*" : ""), p_text(pair.adjusted),
                       pair.adjusted <= level ? "real" : ""});
    return table.text(0, unlimited);
}

bool fits_page(const std::string& table) {
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);)
        if (display_width(line) > page_width) return false;
    return true;
}

/// First by name, then with numbers before the names for the pairs, then by numbers alone with a list of the names.
TableNames table_names(const CompareResult& result) {
    TableNames names, numbered, numbers;
    for (std::size_t i = 0; i < result.learners.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        const std::string with_number = fmt::format("{}: {}", number, result.name(i));
        names.learners.push_back(result.name(i)), names.in_pairs.push_back(result.name(i));
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

std::string quoted_name(const CompareResult& result, std::size_t learner) { return fmt::format("'{}'", result.name(learner)); }

/// Of learners that did equally well: who has fewer leaves.
std::string leaves_sentence(const CompareResult& result, const std::vector<std::size_t>& equal) {
    const auto leaves = [&](std::size_t i) { return mean_leaves(result.learners[i]); };
    const auto fewer = [&](std::size_t a, std::size_t b) { return leaves(a) < leaves(b); };
    const auto [least, most] = std::minmax_element(equal.begin(), equal.end(), fewer);
    if (leaves(*least) == leaves(*most)) return "Their trees have equally many leaves.";
    return fmt::format("{} has {} leaves: {}.", quoted_name(result, *least), equal.size() == 2 ? "fewer" : "the fewest",
                       fixed_text(leaves(*least), 1));
}

/// The learners by what can be said of them and the best.
struct Standing {
    std::vector<std::size_t> equal;  ///< in every round; the best itself first
    std::vector<std::string> beaten, level_with;
    std::size_t smallest = 0;  ///< fewest leaves, of those that are not beaten
};

Standing standing_of(const CompareResult& result) {
    const std::size_t best = result.comparison.best;
    Standing standing{{best}, {}, {}, best};
    for (std::size_t i = 0; i < result.learners.size(); ++i) {
        if (i == best) continue;
        const PairResult pair = pair_of(result.comparison, best, i);
        const bool is_real = pair.adjusted <= level;
        if (is_tie(pair))
            standing.equal.push_back(i);
        else
            (is_real ? standing.beaten : standing.level_with).push_back(quoted_name(result, i));
        if (!is_real && mean_leaves(result.learners[i]) < mean_leaves(result.learners[standing.smallest]))
            standing.smallest = i;
    }
    return standing;
}

/// One sentence for whom the table is too much.
std::string verdict(const CompareResult& result) {
    Standing standing = standing_of(result);
    std::sort(standing.equal.begin(), standing.equal.end());
    std::vector<std::string> first;
    for (const std::size_t i : standing.equal) first.push_back(quoted_name(result, i));
    const bool tie = first.size() > 1;
    std::string text =
        tie ? fmt::format("{} did equally well in every round. {}", listed(first), leaves_sentence(result, standing.equal))
            : "";
    if (standing.beaten.empty() && standing.level_with.empty()) return text;
    if (tie) text += " ";
    text += tie ? fmt::format("They have the least {}", loss_name(result.kind()))
                : fmt::format("{} has the least {}", first.front(), loss_name(result.kind()));
    if (standing.level_with.empty())
        return text + fmt::format(", and the difference to {} is more than chance.", listed(standing.beaten));
    text += fmt::format(", but the difference to {} may be chance.", listed(standing.level_with));
    if (!standing.beaten.empty()) text += fmt::format(" That to {} is more than chance.", listed(standing.beaten));
    if (std::find(standing.equal.begin(), standing.equal.end(), standing.smallest) == standing.equal.end())
        text += fmt::format(" {} has fewer leaves, and these rows cannot tell {}.", quoted_name(result, standing.smallest),
                            tie ? "them apart" : fmt::format("it from {}", first.front()));
    return text;
}

/// How intervals and p-values were found, and why so.
std::string methods_sentence(const CompareResult& result) {
    const std::vector<PairResult>& pairs = result.comparison.pairs;
    const auto by_runs = [](const LossSummary& summary) { return summary.loss.method == IntervalMethod::corrected_runs; };
    const bool all = std::all_of(result.summaries.begin(), result.summaries.end(), by_runs);
    std::string text = fmt::format(
        "Intervals by Nadeau and Bengio{}, p by the corrected resampled t-test, because the {} rounds share training rows; ",
        all ? "" : " (of a learner whose rounds all agree: that of the rows)", result.learners.front().rounds.size());
    if (std::any_of(pairs.begin(), pairs.end(), [](const PairResult& pair) { return pair.by_rows; }))
        text += "* all rounds differ by the same: p by the exact sign test of the rows; ";
    return text + fmt::format("Holm: p, corrected for {} pair{}.", pairs.size(), pairs.size() == 1 ? "" : "s");
}

void print_text(const CompareResult& result, Console& console) {
    const TableNames names = table_names(result);
    console.print(summary_paragraph(
        fmt::format("{}: {}, {}", result.set.source, table_rows_words(result.set), plan_words(result.plan, result.set))));
    console.print("\n" + names.legend + learners_table(result, names) + "\n" + pairs_table(result, names) + "\n" +
                  summary_paragraph(verdict(result)));
    console.print(summary_paragraph(methods_sentence(result)));
}

// --- for programs ---------------------------------------------------------------------------------------------------------------

void write_learner(JsonWriter& json, const CompareResult& result, std::size_t i) {
    const CrossValidation& learner = result.learners[i];
    json.line_break();
    json.begin_object();
    json.member("learner", result.name(i));
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

void write_pair(JsonWriter& json, const CompareResult& result, const PairResult& pair) {
    json.line_break();
    json.begin_object();
    json.member("first", result.name(pair.first));
    json.member("second", result.name(pair.second));
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

void print_json(const CompareResult& result, Console& console) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", result.request.data);
    json.member("rows", result.set.rows);
    json.member("measure", loss_key(result.kind()));
    json.member("baseline", result.summaries.front().baseline);
    json.member("best", result.name(result.comparison.best));
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
    console.print(text + "\n");
}

void print_csv(const CompareResult& result, Console& console) {
    CsvWriter csv([&console](std::string_view bytes) { console.print(bytes); });
    for (const char* name : {"learner", "repeat", "fold", "rows"}) csv.text(name);
    csv.text(loss_key(result.kind()));
    for (const char* name : {"baseline", "leaves", "depth"}) csv.text(name);
    csv.end_row();
    for (std::size_t i = 0; i < result.learners.size(); ++i)
        for (const Round& round : result.learners[i].rounds) {
            csv.text(result.name(i));
            for (const double number :
                 {static_cast<double>(round.repeat + 1), static_cast<double>(round.fold + 1), round.test_weight, round.loss,
                  round.baseline, static_cast<double>(round.leaves), static_cast<double>(round.depth)})
                csv.number(number);
            csv.end_row();
        }
    csv.finish();
}

}  // namespace

void run_compare(const Arguments& arguments, Console& console) {
    CompareRequest request;
    ArgumentParser parser("compare", "learners on the same folds, and which differences are real");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.read.threads = request.common.threads;
    const ResamplingPlan plan = plan_of(request.plan, request.common.seed);
    check_request(request, plan);
    read_class_files(request.classes, console.progress());
    const auto set =
        std::make_shared<const TrainingSet>(read_training_set(request.data, request.read, request.target, console));
    refuse_plan(*set, plan, set->all_rows());
    warn_of_plan(*set, plan, set->all_rows(), console.run(1));
    const CompareResult result = compare_all(request, set, plan, console);
    console.tell();
    if (request.csv) return print_csv(result, console);
    if (request.common.json) return print_json(result, console);
    print_text(result, console);
}

}  // namespace treewright::cli
