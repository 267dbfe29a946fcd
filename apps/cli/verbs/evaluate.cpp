// treewright evaluate: how good a saved model is on rows whose answer is known.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/evaluation_report.h"
#include "cli/flags/class_tables.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/model_summary.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/evaluation/constant_class.h"
#include "treewright/evaluation/known_rows.h"
#include "treewright/evaluation/permutation_importance.h"
#include "treewright/io/read_labelled.h"
#include "treewright/rules/rule_file.h"
#include "treewright/training/class_terms.h"

namespace treewright::cli {

namespace {

struct EvaluateRequest {
    CommonOptions common;
    std::string model;
    std::string data;
    std::string weight;
    WeightMeaning meaning = WeightMeaning::rows;
    UnknownLabels unknown = UnknownLabels::refuse;
    std::string positive;
    std::string costs;
    IntervalPlan intervals;
    bool importance = false;
    std::size_t repeats = 10;
    bool csv = false;
    std::string calibration;
    ReadOptions read;
    OutputOptions output;
};

/// One of two words; a usage `Error` for any other.
bool is_second(const std::string& option, const std::string& text, const std::string& first, const std::string& second) {
    if (text != first && text != second)
        throw usage_error(fmt::format("{} cannot be '{}': it is one of {}, {}", option, text, first, second));
    return text == second;
}

void declare_rows(ArgumentParser& parser, EvaluateRequest& request) {
    parser.group("Which rows count");
    parser.text("--weight", "COLUMN", "a column of weights: weight 3 counts as three equal rows", request.weight);
    parser.option({"--weights-are", "rows|importance",
                   "importance: intervals count (sum of weights)² / (sum of their squares) rows [rows]", Times::once},
                  [&request](const std::string& text) {
                      request.meaning = is_second("--weights-are", text, "rows", "importance") ? WeightMeaning::importance
                                                                                               : WeightMeaning::rows;
                  });
    parser.option({"--unknown-labels", "refuse|drop", "what becomes of rows of a class that the model does not know [refuse]",
                   Times::once},
                  [&request](const std::string& text) {
                      request.unknown =
                          is_second("--unknown-labels", text, "refuse", "drop") ? UnknownLabels::drop : UnknownLabels::refuse;
                  });
}

void declare_figures(ArgumentParser& parser, EvaluateRequest& request) {
    parser.group("Which figures");
    parser.text("--positive", "CLASS", "two classes: whose AUC and calibration it is [the rarer one of the training table]",
                request.positive);
    parser.text("--costs", "FILE",
                "a CSV of what each mistake costs: a row a true class, a column a predicted one [those of training]",
                request.costs);
    parser.option(
        {"--interval", "wilson|exact", "how shares get their interval; exact is Clopper and Pearson's [wilson]", Times::once},
        [&request](const std::string& text) {
            request.intervals.exact_shares = is_second("--interval", text, "wilson", "exact");
        });
    parser.flag("--importance", "also: how much worse the model gets when a column is shuffled", request.importance);
    parser.option({"--repeats", "N", "so many shuffles a column, for --importance [10]", Times::once},
                  [&request](const std::string& text) { request.repeats = whole_number("--repeats", text, 1, 1000); });
}

void declare(ArgumentParser& parser, EvaluateRequest& request) {
    parser.explain(
        "Predicts the rows of DATA and compares with what they hold. Give rows that training has not seen: on its own rows a "
        "tree always looks good. Every figure has a 95 % interval, which says how far the number of rows leaves it open, and "
        "stands beside a baseline that looks at no feature.");
    parser.explain(
        "Classes: accuracy, precision (of the rows that it calls X, how many are), recall (of the rows that are X, how many it "
        "finds), F1 (both in one), AUC (how often a row of the class ranks above another; 0.5 is chance), log loss and Brier "
        "score (how good the probabilities are; less is better), cost, calibration. Numbers: root mean squared error, mean "
        "absolute error, R² (1 is perfect, 0 no better than the mean).");
    parser.positional("MODEL", "a tree or a list of rules, made by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file with the target; - is standard input", request.data);
    declare_rows(parser, request);
    declare_figures(parser, request);
    parser.group("Results");
    parser.flag("--csv", "a line a figure instead of text", request.csv);
    parser.text("--calibration", "FILE.svg", "draw the calibration table", request.calibration);
    declare_output(parser, request.output, "write to FILE instead of standard output");
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("how good is it?", "treewright evaluate adult.tree test.csv");
    parser.example("which columns does it need?", "treewright evaluate adult.tree test.csv --importance");
    parser.example("for a spreadsheet", "treewright evaluate adult.tree test.csv --csv -o figures.csv");
}

const Schema& schema_of(const AnyModel& model) {
    return std::visit([](const auto& either) -> const Schema& { return either.schema; }, model);
}

/// The costs of the options, or those the model was trained with; empty without any.
CostMatrix costs_for(const EvaluateRequest& request, const AnyModel& model, Progress& progress) {
    const Schema& schema = schema_of(model);
    TrainOptions options;
    if (!request.costs.empty()) {
        if (schema.task() == Task::regression)
            throw input_error(fmt::format("--costs is for classes, and '{}' is a number", schema.target.name));
        options.costs = read_costs(request.costs, progress);
    } else {
        Model described;  // options are read from a model of either kind in the same way
        described.schema = schema;
        described.options = std::visit([](const auto& either) { return either.options; }, model);
        read_class_terms(described, options);
    }
    return options.costs ? cost_matrix(schema.target, *options.costs) : CostMatrix{};
}

/// The class of --positive, or the rarer one in training; none unless there are two.
std::optional<std::size_t> positive_class(const EvaluateRequest& request, const Schema& schema,
                                          const std::vector<double>& class_weights) {
    const std::vector<std::string>& classes = schema.classes();
    if (request.positive.empty()) {
        if (classes.size() != 2) return std::nullopt;
        return rarer_class(class_weights);
    }
    if (schema.task() == Task::regression)
        throw input_error(fmt::format("--positive is for classes, and '{}' is a number", schema.target.name));
    const auto found = std::find(classes.begin(), classes.end(), request.positive);
    if (found == classes.end()) {
        const std::string hint = did_you_mean(request.positive, classes);
        throw input_error(fmt::format("--positive names '{}', which is no class of '{}': {}", request.positive,
                                      schema.target.name,
                                      hint.empty() ? fmt::format("the classes are {}", fmt::join(classes, ", ")) : hint));
    }
    if (classes.size() != 2)
        throw input_error(fmt::format("--positive is for two classes, and '{}' has {}: every class has its AUC in the table",
                                      schema.target.name, classes.size()));
    return static_cast<std::size_t>(found - classes.begin());
}

/// Reads, predicts and counts.
class Evaluation {
public:
    Evaluation(const EvaluateRequest& request, const AnyModel& model, Console& console)
        : request_(request),
          console_(console),
          model_(model),
          threads_(request.common.threads),
          scorer_(std::visit([](const auto& either) { return std::make_unique<Scorer>(either); }, model)),
          costs_(costs_for(request, model, console.progress())),
          positive_(positive_class(request, schema_of(model), scorer_->class_weights())) {}

    [[nodiscard]] EvaluationReport run() {
        EvaluationReport report{request_.model, file_name(request_.data), schema_of(model_), {}, {}, {}, {}, request_.repeats};
        TrainingSet whole = request_.importance ? read_whole() : TrainingSet{};
        if (!request_.importance) read_in_batches();
        warn_of_small_weights();
        console_.tell();
        scored_.predictions.classes > 0 ? report_classes(report) : report_numbers(report);
        if (request_.importance)
            report.importance =
                permutation_importance(*scorer_, whole, {request_.repeats, request_.meaning, request_.intervals},
                                       {threads_, console_.progress(), console_.messages()});
        return report;
    }

private:
    [[nodiscard]] LabelledFile file() const {
        return {request_.data, request_.weight, request_.unknown, "--unknown-labels drop leaves such rows out"};
    }
    /// Columns are shuffled as a whole.
    TrainingSet read_whole() {
        TrainingSet set = read_labelled(file(), schema_of(model_), request_.read, console_.messages(), console_.progress());
        score(set);
        return set;
    }
    /// Memory grows by the predictions, not by the features.
    void read_in_batches() {
        LabelledBatches batches(file(), schema_of(model_), request_.read, console_.messages(), console_.progress());
        for (TrainingSet batch; batches.next(batch);) score(batch);
        batches.finish(console_.messages());
    }
    void score(const TrainingSet& batch) {
        if (const auto refusal = scorer_->find_refusal(batch.features, batch.rows))
            throw input_error(
                fmt::format("{}, line {}: {}", file_name(request_.data), batch.lines[refusal->row], refusal->sentence));
        scorer_->score(batch.features, batch.rows, threads_, scored_);
        scored_.weights.insert(scored_.weights.end(), batch.weights.begin(), batch.weights.end());
        if (batch.task() == Task::classification)
            scored_.labels.insert(scored_.labels.end(), batch.target.codes.begin(), batch.target.codes.end());
        else
            batch.target.values.visit(
                [&](auto values) { scored_.targets.insert(scored_.targets.end(), values.begin(), values.end()); });
    }

    void warn_of_small_weights() const {
        if (scored_.weights.empty() || request_.meaning == WeightMeaning::importance) return;
        const double total = std::accumulate(scored_.weights.begin(), scored_.weights.end(), 0.0);
        if (total < 0.1 * static_cast<double>(scored_.weights.size()))
            console_.messages().warn(fmt::format(
                "the weights in '{}' add up to {:.3g} for {} rows, and a weight counts as a number of rows: if they "
                "are not, say --weights-are importance",
                request_.weight, total, scored_.weights.size()));
    }
    void warn_of_training_rows() const {
        console_.messages().warn(
            fmt::format("{} seems to hold the rows that the model was trained on: each leaf has just what it had in training; "
                        "on other rows expect worse",
                        file_name(request_.data)));
    }

    void report_classes(EvaluationReport& report) const {
        const OutcomeTable table = count_outcomes(scored_, request_.meaning);
        const auto* tree = std::get_if<Model>(&model_);
        if (tree != nullptr && look_like_training(table, tree->provenance.total_weight)) warn_of_training_rows();
        const Predictions& single = scorer_->baseline();
        const ClassFigureOptions options{request_.intervals, costs_, positive_};
        ClassReport classes;
        classes.figures = figures_of(table, options);
        ClassFigureOptions plain = options;
        plain.intervals.values_only = true;
        classes.baseline = figures_of(with_prediction(table, single), plain);
        classes.constant = static_cast<std::size_t>(single.labels[0]);
        if (!costs_.empty()) {
            Predictions cheapest = single;
            cheapest.labels[0] = constant_class(scorer_->class_weights(), costs_);
            classes.baseline.cost = figures_of(with_prediction(table, cheapest), plain).cost;
            classes.cheapest = static_cast<std::size_t>(cheapest.labels[0]);
        }
        classes.calibration = calibrate(table, positive_, request_.intervals);
        classes.positive = positive_;
        report.figures = list_figures(classes.figures, classes.baseline, positive_ ? report.class_name(*positive_) : "");
        report.classes = std::move(classes);
    }
    void report_numbers(EvaluationReport& report) const {
        NumberReport numbers;
        numbers.figures = figures_of(scored_, request_.intervals, request_.meaning);
        if (look_like_training(numbers.figures, std::get<Model>(model_))) warn_of_training_rows();
        numbers.baseline = constant_figures(scored_, scorer_->baseline().values[0], numbers.figures);
        numbers.constant = scorer_->baseline().values[0];
        report.figures = list_figures(numbers.figures, numbers.baseline);
        report.numbers = numbers;
    }

    const EvaluateRequest& request_;
    Console& console_;
    const AnyModel& model_;
    Threads threads_;
    std::unique_ptr<Scorer> scorer_;
    CostMatrix costs_;
    std::optional<std::size_t> positive_;
    ScoredRows scored_;
};

void check_request(const EvaluateRequest& request, const ArgumentParser& parser) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    if (parser.given("--repeats") && !request.importance)
        throw usage_error("--repeats is a number of shuffles: add --importance, or leave it out");
    if (parser.given("--weights-are") && request.weight.empty())
        throw usage_error("--weights-are says what weights mean: add --weight COLUMN, or leave it out");
    if (request.common.json || request.csv) check_name(request.output, request.common.json ? "JSON" : "CSV");
    check_output(request.output, {request.model, request.data, request.costs});
    check_name({request.calibration}, "SVG");
    check_output({request.calibration, request.output.force}, {request.model, request.data, request.costs});
    if (!request.calibration.empty() && request.calibration == request.output.path)
        throw usage_error("--calibration and --output name the same file: give each its own");
}

void write_file(const OutputOptions& output, const std::string& text, Console& console) {
    OutputFile file(output, console);
    file.write(text);
    file.commit();
}

}  // namespace

void run_evaluate(const Arguments& arguments, Console& console) {
    EvaluateRequest request;
    ArgumentParser parser("evaluate", "how good a saved model is on rows whose answer is known");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_request(request, parser);
    request.read.threads = request.common.threads;
    request.intervals.seed = request.common.seed;
    const AnyModel model = load_any_model(request.model);
    if (!request.calibration.empty() && schema_of(model).task() == Task::regression)
        throw input_error(
            fmt::format("--calibration is about probabilities, and '{}' is a number", schema_of(model).target.name));
    const EvaluationReport report = Evaluation(request, model, console).run();
    console.tell();
    if (!request.calibration.empty()) write_file({request.calibration, request.output.force}, calibration_svg(report), console);
    const std::string drawing = request.calibration.empty() ? "" : "\n" + summary_line("drawing", request.calibration);
    write_file(request.output,
               request.common.json ? evaluation_json(report)
               : request.csv       ? evaluation_csv(report)
                                   : evaluation_text(report) + drawing,
               console);
}

}  // namespace treewright::cli
