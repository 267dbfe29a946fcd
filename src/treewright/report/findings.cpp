#include "treewright/report/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "treewright/data/parameter_entry.h"
#include "treewright/evaluation/constant_class.h"
#include "treewright/evaluation/outcome_table.h"
#include "treewright/export/names.h"
#include "treewright/export/svg_rules.h"
#include "treewright/export/svg_tree.h"
#include "treewright/report/model_report.h"
#include "treewright/report/page.h"
#include "treewright/report/pruning_report.h"
#include "treewright/training/model_rules.h"

namespace treewright {

namespace {

constexpr std::size_t importance_folds = 5;
constexpr std::size_t shuffles = 10;
constexpr std::size_t drawn_width = 1900;  // pixels: what a wide screen shows without making it small
constexpr std::size_t drawn_nodes = 45;  // of a large tree its upper part; the rules below have all leaves

/// The compiler stops here when an option is added: give it an entry below.
[[maybe_unused]] void every_report_option_has_its_entry(const ReportOptions& options) {
    [[maybe_unused]] const auto& [title, learning_curve] = options;
}

template <class Access>
ParameterOf<ReportOptions> about_report(Parameter declared, Access access) {
    ParameterOf<ReportOptions> parameter = entry_of<ReportOptions>(std::move(declared), access);
    parameter.group = ParameterGroup::reporting;
    return parameter;
}

TableDescription described(const TrainingSet& set) {
    TableDescription description{set.rows, {}};
    const auto add = [&](const Column& column) {
        description.columns.push_back({column.schema, facts_of(column, set.weights),
                                       column.has_values() ? quartiles_of(column) : std::nullopt, far_codes_in(column)});
    };
    for (const Column& column : set.features) add(column);
    add(set.target);
    return description;
}

std::string title_for(const ReportOptions& options, const std::string& target, const std::string& source) {
    if (!options.title.empty()) return options.title;
    return source.empty() ? "Report on " + shown_name(target) : fmt::format("{}: report on {}", shown_name(source), shown_name(target));
}

/// The drawing, and what it leaves out.
void draw(ReportFindings& findings, std::span<const Column> rows) {
    if (const auto* list = std::get_if<RuleModel>(&findings.model)) {
        findings.drawing = rules_svg(*list);
        return;
    }
    const Model& model = std::get<Model>(findings.model);
    const std::vector<std::uint32_t> depths = depths_of(model.tree);
    const std::size_t whole = *std::ranges::max_element(depths);
    std::size_t depth = std::min(whole, depth_within(model.tree, drawn_nodes));
    findings.drawing = tree_svg(model, {.depth = depth}, rows);
    while (depth > 1 && svg_width(findings.drawing) > drawn_width) findings.drawing = tree_svg(model, {.depth = --depth}, rows);
    if (depth < whole) findings.drawing_words = fmt::format("The drawing shows the tree down to depth {} of {}.", depth, whole);
}

/// Two classes: the rarer one of the held-out rows, as in the figures.
std::optional<std::size_t> positive_of(const OutcomeTable& outcomes, std::size_t classes) {
    if (classes != 2) return std::nullopt;
    return rarer_class(class_totals(outcomes));
}

/// What `evaluate` would say about the held-out rows, as far as cross-validation does not say it itself.
EvaluationResult held_out_evaluation(const CvResult& cv, const Learner& learner) {
    EvaluationResult result;
    result.model = "the tree";
    result.data = "rows that were held out";
    result.schema = learner.set().schema();
    result.figures = cv.pooled.list;
    const auto* figures = std::get_if<ClassFigures>(&cv.pooled.learner);
    if (figures == nullptr) {
        result.numbers = NumberEvaluation{std::get<NumberFigures>(cv.pooled.learner), std::get<NumberFigures>(cv.pooled.baseline), 0.0};
        return result;
    }
    const OutcomeTable outcomes = count_outcomes(cv.validation.held_out.scored);
    ClassEvaluation classes;
    classes.figures = *figures;
    classes.baseline = std::get<ClassFigures>(cv.pooled.baseline);
    classes.positive = positive_of(outcomes, result.schema.classes().size());
    classes.calibration = calibrate(outcomes, classes.positive, {.seed = cv.plan.seed});
    result.classes = std::move(classes);
    return result;
}

void fit(ReportFindings& findings, const Learner& learner, const Run& run) {
    TrainedModel trained = learner.fit(learner.set().all_rows(), run);
    const std::size_t grown = leaf_count(trained.report.unpruned ? *trained.report.unpruned : trained.model.tree);
    if (learner.options().prune.method == PruneMethod::rules) {
        findings.model = make_rules(trained.model, learner.set(), learner.options().prune.confidence, run);
        return;
    }
    findings.model_summary = summary_document(trained.model).append(pruning_document(trained.model, trained.report, grown));
    findings.sizes = std::move(trained.report.folds);
    findings.model = std::move(trained.model);
}

}  // namespace

std::span<const ParameterOf<ReportOptions>> report_parameters() {
    static const std::vector<ParameterOf<ReportOptions>> list = {
        about_report({.name = "title", .unit = "TEXT", .sentence = "Title of the report. Without it, it names target and table."},
                     [](auto& o) -> auto& { return o.title; }),
        about_report({.name = "learning-curve", .sentence = "Add the learning curve: what more training rows would bring."},
                     [](auto& o) -> auto& { return o.learning_curve; }),
    };
    return list;
}

ReportFindings study_table(const Learner& learner, const ResamplingPlan& plan, const ReportOptions& options, const Run& run) {
    const TrainingSet& set = learner.set();
    ReportFindings findings;
    findings.table = described(set);
    findings.has_own_title = !options.title.empty();
    findings.target = set.target.schema.name;
    findings.source = without_folder(set.source);
    findings.title = title_for(options, findings.target, findings.source);
    fit(findings, learner, run);
    draw(findings, set.features);
    findings.cv = validate(learner, plan, run);
    findings.cv->table.source = findings.source;
    findings.evaluation = held_out_evaluation(*findings.cv, learner);
    HeldOutImportance importance = held_out_importance(learner, importance_folds, shuffles, plan.seed, run);
    findings.evaluation.importance = std::move(importance.features);
    findings.evaluation.repeats = importance.shuffles;
    findings.importance_folds = importance.folds;
    if (options.learning_curve) findings.curve = measure_curve(learner, {.seed = plan.seed}, run);
    if (findings.curve) findings.curve->table.source = findings.source;
    findings.remarks = run.messages;
    return findings;
}

ReportFindings study_model(AnyModel model, TrainingSet rows, EvaluationOptions evaluation, const EvaluationNames& names,
                           const ReportOptions& options, const Run& run) {
    ReportFindings findings;
    findings.table = described(rows);
    findings.target = rows.target.schema.name;
    findings.source = names.data;
    findings.title = options.title.empty() ? fmt::format("{} on {}", shown_name(names.model), shown_name(names.data)) : options.title;
    evaluation.importance = true;
    Evaluator evaluator(AnyPredictor::borrowing(model), evaluation);
    evaluator.add(rows, run.threads);
    findings.evaluation = evaluator.finish(names, &rows, run);
    if (const auto* tree = std::get_if<Model>(&model)) findings.model_summary = summary_document(*tree);
    findings.model = std::move(model);
    draw(findings, {});
    findings.remarks = run.messages;
    return findings;
}

}  // namespace treewright
