// Models and the verbs of treewright.h.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "treewright/base/json_writer.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/data/by_schema.h"
#include "treewright/data/date_parts.h"
#include "treewright/data/level_spelling.h"
#include "treewright/data/row_filter.h"
#include "treewright/export/explain_text.h"
#include "treewright/export/html_page.h"
#include "treewright/export/json.h"
#include "treewright/export/rule_explanation.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/rules_csv.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/svg_rules.h"
#include "treewright/export/svg_tree.h"
#include "treewright/export/text.h"
#include "treewright/export/work_json.h"
#include "treewright/export/work_text.h"
#include "treewright/face/settings_internal.h"
#include "treewright/io/read_training_set.h"
#include "treewright/prediction/any_predictor.h"
#include "treewright/report/model_report.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/model_options.h"
#include "treewright/training/model_rules.h"
#include "treewright/training/option_check.h"
#include "treewright/training/prune_model.h"
#include "treewright/treewright.h"

namespace treewright {

namespace {

const std::string given_rows = "the table";

using ClassNames = std::shared_ptr<const std::vector<std::string>>;

/// Where each row ends.
struct EndedRows {
    explicit EndedRows(std::size_t rows) : endings(rows) {}

    std::vector<std::uint32_t> endings;
    std::vector<MixedRow> mixed = {};
};

/// What the endings of rows predict, written out row by row.
PredictedRows written_out(const AnyPredictor& predictor, const EndedRows& ended, const ClassNames& names,
                          const Progress& progress = {}) {
    const Predictions& all = predictor.predictions();
    PredictedRows rows;
    rows.class_names = names;
    rows.leaves.reserve(ended.endings.size());
    rows.probabilities.reserve(ended.endings.size() * all.classes);
    for (const std::uint32_t ending : ended.endings) {
        if (rows.leaves.size() % steps_between_checks == 0) progress.stop_if_cancelled();
        rows.leaves.push_back(predictor.shown_number(ending));
        if (all.classes == 0) {
            rows.values.push_back(all.values[ending]);
            continue;
        }
        rows.classes.push_back(all.labels[ending]);
        const auto shares = all.probabilities_of(ending);
        rows.probabilities.insert(rows.probabilities.end(), shares.begin(), shares.end());
    }
    for (const MixedRow& row : ended.mixed) {
        const Outcome& outcome = row.mixture.outcome;
        if (all.classes == 0) {
            rows.values[row.row] = outcome.value;
            continue;
        }
        rows.classes[row.row] = outcome.label;
        std::copy(row.mixture.probabilities.begin(), row.mixture.probabilities.end(),
                  rows.probabilities.begin() + static_cast<std::ptrdiff_t>(row.row * all.classes));
    }
    return rows;
}

/// Calls find(first, endings) for one part of the rows after the other, which gives their mixed rows, counted from the first of the part.
/// Between two parts (up to some 30 ms of one thread) it stops if the call is cancelled.
template <class Find>
EndedRows ends_by_parts(std::size_t count, const Progress& progress, const Find& find) {
    constexpr std::size_t rows_per_part = 262144;
    EndedRows ended(count);
    for (std::size_t first = 0; first < count; first += rows_per_part) {
        progress.stop_if_cancelled();
        const auto endings = std::span(ended.endings).subspan(first, std::min(rows_per_part, count - first));
        for (MixedRow& row : find(first, endings)) {
            row.row += first;
            ended.mixed.push_back(std::move(row));
        }
    }
    return ended;
}

/// Some rows of a column. Numbers are borrowed from it.
Column part_of(const Column& column, std::size_t first, std::size_t count) {
    Column part{column.schema, {}, {}};
    if (column.size() < first + count) return part;  // a feature that the model does not ask about has no cells
    if (column.has_values())
        part.values = column.values.visit([&](auto numbers) { return Numbers::borrow(numbers.subspan(first, count)); });
    else
        part.codes.assign(column.codes.begin() + static_cast<std::ptrdiff_t>(first),
                          column.codes.begin() + static_cast<std::ptrdiff_t>(first + count));
    return part;
}

EndedRows ends_of(const AnyPredictor& predictor, const std::vector<Column>& features, std::size_t count, const Run& run) {
    if (const auto refusal = predictor.find_refusal(features, count))
        throw input_error(fmt::format("{}: {}", named_row(refusal->row + 1), refusal->sentence));
    return ends_by_parts(count, run.progress, [&](std::size_t first, std::span<std::uint32_t> endings) {
        if (endings.size() == count) return predictor.find(features, endings, run.threads);
        std::vector<Column> part;
        for (const Column& column : features) part.push_back(part_of(column, first, endings.size()));
        return predictor.find(part, endings, run.threads);
    });
}

/// The code of a level, or `unseen_code`: without a table of all levels, which a single cell does not pay for.
LevelCode level_in(const ColumnSchema& schema, const std::string& text) {
    const auto found = std::find(schema.levels.begin(), schema.levels.end(), text);
    if (found != schema.levels.end()) return level_code(index_in(schema.levels, found));
    return schema.reading.folds_case ? LevelFinder(schema).find(text) : unseen_code;
}

/// One cell as a column of one row; a level that the schema does not have is unseen.
Column one_cell(const ColumnSchema& schema, const Cell& cell) {
    Column column{schema, {}, {}};
    const auto* text = std::get_if<std::string>(&cell);
    const auto* number = std::get_if<double>(&cell);
    if (schema.type == ColumnType::categorical) {
        if (number != nullptr)
            throw input_error(fmt::format("'{}' is a category: give the name of its level as text", schema.name));
        column.codes = {text == nullptr ? missing_code : level_in(schema, *text)};
        return column;
    }
    if (text != nullptr && schema.type == ColumnType::ordered) {
        const LevelCode rank = level_in(schema, *text);
        if (rank == unseen_code)
            throw input_error(fmt::format("'{}' is not among the ordered levels of '{}'", *text, schema.name));
        column.values = {static_cast<double>(rank)};
        return column;
    }
    if (text != nullptr) throw input_error(fmt::format("'{}' is a number, but '{}' is not", schema.name, *text));
    column.values = {number == nullptr ? std::numeric_limits<double>::quiet_NaN() : *number + 0.0};
    return column;
}

/// Labelled rows with the codes of a schema; shared where they have them already.
std::shared_ptr<const TrainingSet> by_schema(const Dataset& data, const Schema& schema,
                                             UnknownLabels unknown = UnknownLabels::refuse) {
    if (data.schema() == schema) return data.shared();
    TrainingSet result = data.set();
    result.features = columns_by_schema({result.rows, std::move(result.features), {}}, schema.features, given_rows);
    result.target =
        columns_by_schema({result.rows, {std::move(result.target)}, {}}, std::span(&schema.target, 1), given_rows).front();
    RowList known;
    for (RowId row = 0; row < result.target.codes.size(); ++row)
        if (result.target.codes[row] != unseen_code) known.push_back(row);
    if (known.size() == result.target.codes.size()) return std::make_shared<const TrainingSet>(std::move(result));
    if (unknown == UnknownLabels::refuse)
        throw input_error(fmt::format("the table holds a class that the model never saw: {} leaves such rows out",
                                      named("unknown-labels", "drop")));
    return std::make_shared<const TrainingSet>(pick_rows(result, known));
}

std::shared_ptr<const TrainingSet> by_schema(const std::optional<Dataset>& data, const Schema& schema) {
    return data ? by_schema(*data, schema) : nullptr;
}

/// Cells of rows one behind the other as columns.
template <class Number>
std::vector<Column> columns_of_matrix(std::span<const Number> cells, const std::vector<ColumnSchema>& features) {
    std::vector<Column> columns;
    for (FeatureId feature = 0; feature < features.size(); ++feature) {
        Column column{features[feature], {}, {}};
        for (std::size_t at = feature; at < cells.size(); at += features.size()) {
            const auto cell = static_cast<double>(cells[at]);
            if (column.has_values())
                column.values.own().push_back(cell + 0.0);
            else
                column.codes.push_back(code_of_cell(cell, column.schema.levels.size()));
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

/// A tree reads the matrix where it is. Rule lists, and trees that refuse missing values, look at columns.
template <class Number>
EndedRows ends_of_matrix(const AnyPredictor& predictor, std::span<const Number> cells, const Run& run) {
    const std::vector<ColumnSchema>& features = predictor.schema().features;
    if (features.empty() || cells.size() % features.size() != 0)
        throw input_error(
            fmt::format("a matrix for this model has {} cells per row, but {} cells are not a whole number of rows",
                        features.size(), cells.size()));
    const std::size_t count = cells.size() / features.size();
    const Predictor* tree = predictor.of_tree();
    if (tree == nullptr || tree->refuses_missing()) return ends_of(predictor, columns_of_matrix(cells, features), count, run);
    return ends_by_parts(count, run.progress, [&](std::size_t first, std::span<std::uint32_t> endings) {
        const RowMatrix<Number> part{cells.data() + first * features.size(), endings.size(), features.size()};
        return tree->predict_leaves(part, endings, run.threads);
    });
}

/// A row of a table by a model's schema.
Table one_row(const Table& table, std::size_t row, const AnyPredictor& predictor) {
    const std::vector<ColumnSchema>& features = predictor.schema().features;
    std::set<std::string> asked;
    for (const ColumnSchema& feature : features) asked.insert(feature.name);
    for (const ColumnSchema& column : source_columns(features).columns) asked.insert(column.name);
    Table one{1, {}, {}};
    for (const Column& column : table.columns) {
        if (!asked.contains(column.schema.name)) continue;
        one.columns.push_back({column.schema, {}, {}, column.position});
        if (column.has_values())
            one.columns.back().values = std::vector<double>{column.values[row]};
        else
            one.columns.back().codes = {column.codes[row]};
    }
    if (one.columns.size() < features.size())  // says what is missing if the model asks about it
        (void)columns_by_schema(table, features, given_rows, predictor.uses_feature());
    one.columns = columns_by_schema(one, features, given_rows, predictor.uses_feature());
    return one;
}

/// The validation set of a learner, with the codes of its training rows.
std::shared_ptr<const TrainingSet> validation_of(const Dataset& data, const std::optional<Dataset>& validation,
                                                 const TrainOptions& options) {
    if (validation) refuse_idle_validation(options.prune);
    return by_schema(validation, data.schema());
}

std::vector<Column> columns_of_row(const std::map<std::string, Cell>& row, const std::vector<ColumnSchema>& features) {
    Table cells{1, {}, {}};
    for (const ColumnSchema& column : source_columns(features).columns) {
        const auto found = row.find(column.name);
        cells.columns.push_back(one_cell(column, found == row.end() ? Cell() : found->second));
    }
    if (!has_date_parts(features)) return std::move(cells.columns);
    return columns_by_schema(cells, features, given_rows);
}

/// A misspelt name would be a missing value.
void refuse_unknown_names(const std::map<std::string, Cell>& row, const Schema& schema) {
    std::vector<std::string> names;
    for (const ColumnSchema& column : source_columns(schema.features).columns) names.push_back(column.name);
    for (const auto& [name, cell] : row)
        if (name != schema.target.name && std::find(names.begin(), names.end(), name) == names.end()) {
            const std::string hint = did_you_mean(name, names);
            throw input_error(fmt::format("the model has no feature '{}'{}", name, hint.empty() ? "" : "; " + hint));
        }
}

const Model& tree_in(const FittedModel& model, std::string_view what) {
    if (const auto* tree = std::get_if<Model>(&model.model())) return *tree;
    throw input_error(fmt::format("the model is a rule list: {} takes a tree", what));
}

}  // namespace

const std::string& PredictedRows::label(std::size_t row) const {
    if (classes.empty())
        throw usage_error("no class is predicted: the target is a number, and the predictions are in `values`");
    if (row >= classes.size())
        throw usage_error(fmt::format("there is no row {}: {} predicted, counted from 0", row, counted(classes.size(), "row")));
    return (*class_names)[classes[row]];
}

FittedModel::FittedModel(AnyModel model)
    : predictor_(std::move(model)), class_names_(std::make_shared<const std::vector<std::string>>(schema().classes())) {}
FittedModel FittedModel::load(const std::string& path) { return FittedModel(load_any_model(path)); }
void FittedModel::save(const std::string& path) const { save_any_model(model(), path); }
std::string FittedModel::bytes() const { return bytes_of(model()); }
FittedModel FittedModel::from_bytes(std::string_view bytes) { return FittedModel(any_model_from(bytes, "the model")); }

PredictedRows FittedModel::predict(const Table& table, const Session& session) const {
    const std::vector<Column> columns = columns_by_schema(table, schema().features, given_rows, predictor_.uses_feature());
    return written_out(predictor_, ends_of(predictor_, columns, table.rows, session.run()), class_names_,
                       session.run().progress);
}

PredictedRows FittedModel::predict(std::span<const double> cells, const Session& session) const {
    return written_out(predictor_, ends_of_matrix(predictor_, cells, session.run()), class_names_, session.run().progress);
}

PredictedRows FittedModel::predict(std::span<const float> cells, const Session& session) const {
    return written_out(predictor_, ends_of_matrix(predictor_, cells, session.run()), class_names_, session.run().progress);
}

PredictedRows FittedModel::predict(const std::map<std::string, Cell>& row) const {
    refuse_unknown_names(row, schema());
    const Session session(1);
    return written_out(predictor_, ends_of(predictor_, columns_of_row(row, schema().features), 1, session.run()), class_names_);
}

std::string FittedModel::explain(const Table& table, std::size_t row) const {
    if (row >= table.rows) throw usage_error(fmt::format("there is no row {}: the table has {} rows", row, table.rows));
    const Table features = one_row(table, row, predictor_);
    return std::visit([&](const auto& either) { return explain_text(either, features, 0); }, model());
}

std::string FittedModel::explain(const std::map<std::string, Cell>& row) const {
    refuse_unknown_names(row, schema());
    const Table features{1, columns_of_row(row, schema().features), {}};
    return std::visit([&](const auto& either) { return explain_text(either, features, 0); }, model());
}

std::string FittedModel::explain_json(const Table& table, std::size_t row) const {
    if (row >= table.rows) throw usage_error(fmt::format("there is no row {}: the table has {} rows", row, table.rows));
    const Table features = one_row(table, row, predictor_);
    std::string text;
    JsonWriter json(text);
    std::visit([&](const auto& either) { write_explanation(json, either, features, 0); }, model());
    return text;
}

std::string FittedModel::rules(const RuleChoice& choice, RuleFormat format) const {
    const RuleFilter filter = filter_for(choice, schema(), "the model");
    const RuleReport report = std::visit([&](const auto& either) { return report_of(either, filter); }, model());
    switch (format) {
        case RuleFormat::text: return rules_text(report);
        case RuleFormat::markdown: return rules_markdown(report);
        case RuleFormat::csv: return rules_csv(report);
        case RuleFormat::json: return rules_json(report);
    }
    return {};
}

std::string FittedModel::text(const TextStyle& style) const {
    if (const auto* tree = std::get_if<Model>(&model())) return tree_text(*tree, style);
    return rules_text(report_of(std::get<RuleModel>(model()), {}), style);
}

std::string FittedModel::summary() const {
    if (const auto* tree = std::get_if<Model>(&model())) return summary_text(*tree);
    return list_summary(std::get<RuleModel>(model()));
}

std::string FittedModel::exported(std::string_view target, const ExportOptions& options) const {
    return treewright::exported(tree_in(*this, "an export"), export_target(target), options);
}

std::string FittedModel::svg(const DrawingOptions& options) const { return svg(options, Table()); }

std::string FittedModel::svg(const DrawingOptions& options, const Table& rows) const {
    if (const auto* tree = std::get_if<Model>(&model())) return tree_svg(*tree, options, rows.columns);
    for (const ParameterOf<DrawingOptions>& parameter : drawing_parameters())
        if (parameter.value(options) != parameter.value({}))
            throw input_error(fmt::format("the model is a rule list: {} is for trees", named(parameter.name)));
    return rules_svg(std::get<RuleModel>(model()));
}

std::string FittedModel::html() const {
    if (const auto* tree = std::get_if<Model>(&model())) return html_page(*tree);
    return html_page(std::get<RuleModel>(model()));
}

std::vector<double> FittedModel::importance() const { return importance_of(tree_in(*this, "the importance of features")); }

WeakestLinks FittedModel::sequence(Complexity complexity) const {
    return sequence_of(tree_in(*this, "the cost-complexity sequence"), complexity);
}

std::string FittedModel::json() const {
    if (const auto* tree = std::get_if<Model>(&model())) return tree_json(*tree);
    return rules_json(report_of(std::get<RuleModel>(model()), {}));
}

ProbeRows probe_rows(const FittedModel& model, const ProbeLimits& limits) {
    return probe_rows(tree_in(model, "a verification"), limits);
}

VerificationResult verify(const FittedModel& model, const ExportFile& file, const VerifyOptions& options, const Session& session) {
    return verify_export(tree_in(model, "a verification"), file, nullptr, options, session.run());
}

VerificationResult verify(const FittedModel& model, const ExportFile& file, const Table& rows, const VerifyOptions& options,
                          const Session& session) {
    const Model& tree = tree_in(model, "a verification");
    const Table features{rows.rows, columns_by_schema(rows, tree.schema.features, given_rows, model.predictor().uses_feature()), {}};
    return verify_export(tree, file, &features, options, session.run());
}

FittedModel fit(const Dataset& data, const TrainOptions& options, const Session& session,
                const std::optional<Dataset>& validation) {
    const auto held_out = validation_of(data, validation, options);
    return FittedModel(model_in(train_any(data.set(), options, session.run(), held_out.get())));
}

Worked show_work(const Dataset& data, const TrainOptions& asked, const Session& session, const TextStyle& style) {
    TrainOptions options = asked;
    if (options.prune.method == PruneMethod::rules)
        throw usage_error(
            fmt::format("a rule list has no arithmetic of its own: show that of the tree, with another {}", named("prune")));
    options.grow.keeps_work = true;
    const TrainingSet& set = data.set();
    const ClassTerms terms = resolve_class_terms(set, options);
    TrainedModel trained = train(set, options, session.run());
    Model grown = trained.model;
    if (trained.report.unpruned) grown.tree = *trained.report.unpruned;
    const WorkedTree worked{set, options.grow, terms, grown, trained.report.work};
    return {FittedModel(std::move(trained.model)), work_text(worked, style), work_json(worked)};
}

TableDescription describe_table(Table table, const std::optional<DataOptions>& about, const DescribeOptions& questions,
                                const Session& session) {
    for (const RowCondition& each : questions.where) keep_rows_where(table, each.column, each.level, given_rows);
    TableDescription description = describe(table);
    if (!about) return description;
    const TargetOptions target{about->target, about->weight, about->weights_are, about->task, about->group};
    description.gains =
        target_gains(std::move(table), prepare_options(given_rows, about->reading, target), questions.at, session.run());
    return description;
}

FittedModel prune(const FittedModel& model, const std::vector<NamedSetting>& settings, const PruneRows& rows,
                  const Session& session) {
    const Model& tree = tree_in(model, "pruning");
    const TrainOptions options = options_to_prune(tree, settings_of(settings));
    const auto training = by_schema(rows.training, tree.schema);
    const auto validation = by_schema(rows.validation, tree.schema);
    return FittedModel(model_in(prune_any(tree, options, {training.get(), validation.get()}, session.run())));
}

PruningComparison compare_prunings(const Dataset& data, const TrainOptions& options, const Session& session) {
    return compare_prunings(data.set(), options, session.run());
}

FittedModel simplify(const FittedModel& tree, const Dataset& rows, const Session& session) {
    const Model& model = tree_in(tree, "simplifying");
    return FittedModel(simplify_tree(model, *by_schema(rows, model.schema), session.run()));
}

EvaluationResult evaluate(const FittedModel& model, const Dataset& data, const EvaluationOptions& options,
                          const Session& session) {
    const auto set = by_schema(data, model.schema(), options.unknown);
    Evaluator evaluator(model.predictor(), with_costs(options, model.model()));
    evaluator.add(*set, session.run().threads);
    std::optional<TrainingSet> whole;
    if (options.importance) whole = *set;  // its columns are shuffled
    return evaluator.finish({"the model", given_rows}, whole ? &*whole : nullptr, session.run());
}

CvResult cross_validate(const Dataset& data, const TrainOptions& options, const ResamplingPlan& plan, const Session& session,
                        const std::optional<Dataset>& validation) {
    const Run& run = session.run();
    const auto held_out = validation_of(data, validation, options);
    return validate(learner_to_validate(data.shared(), options, plan, run, held_out), plan, run);
}

ReportFindings report(const Dataset& data, const TrainOptions& options, const ResamplingPlan& plan, const ReportOptions& what,
                      const Session& session, const std::optional<Dataset>& validation) {
    const Run& run = session.run();
    const auto held_out = validation_of(data, validation, options);
    return study_table(learner_to_validate(data.shared(), options, plan, run, held_out), plan, what, run);
}

ReportFindings report(const FittedModel& model, const Dataset& data, const ReportOptions& what, const EvaluationOptions& options,
                      const Session& session) {
    TrainingSet rows = *by_schema(data, model.schema(), options.unknown);
    return study_model(model.model(), std::move(rows), with_costs(options, model.model()), {"the model", given_rows}, what, session.run());
}

ComparisonResult compare(const NamedLearners& learners, const Dataset& data, const ResamplingPlan& plan,
                         const Session& session) {
    return compare(learners, data.shared(), plan, session.run());
}

TuneResult tune(const Dataset& data, const TuneOptions& tuning, const std::vector<NamedSetting>& settings,
                const ResamplingPlan& plan, const Session& session, const std::optional<Dataset>& validation,
                const TrainOptions& classes) {
    const TuneTask task = tune_task(tuning, settings_of(settings), classes, plan);
    return tune(data.shared(), task, session.run(), by_schema(validation, data.schema()));
}

CurveResult measure_curve(const Dataset& data, const TrainOptions& options, const CurvePlan& plan, const Session& session,
                          const std::optional<Dataset>& validation) {
    const Run& run = session.run();
    return measure_curve(Learner(data.shared(), options, run, validation_of(data, validation, options)), plan, run);
}

}  // namespace treewright
