// Options, models and the verbs of treewright.h.
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "treewright/base/nearest.h"
#include "treewright/base/positions.h"
#include "treewright/data/by_schema.h"
#include "treewright/export/explain_text.h"
#include "treewright/export/json.h"
#include "treewright/export/rule_explanation.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/text.h"
#include "treewright/prediction/any_predictor.h"
#include "treewright/training/model_rules.h"
#include "treewright/training/train.h"
#include "treewright/treewright.h"

namespace treewright {

namespace {

const std::string given_rows = "the table";

/// What the endings of rows predict, written out row by row.
PredictedRows written_out(const AnyPredictor& predictor, std::span<const std::uint32_t> endings,
                          const std::vector<MixedRow>& mixed) {
    const Predictions& all = predictor.predictions();
    const Schema& schema = predictor.schema();
    PredictedRows rows;
    for (const std::uint32_t ending : endings) {
        rows.leaves.push_back(predictor.shown_number(ending));
        if (all.classes == 0) {
            rows.values.push_back(all.values[ending]);
            continue;
        }
        rows.labels.push_back(schema.classes()[all.labels[ending]]);
        const auto shares = all.probabilities_of(ending);
        rows.probabilities.insert(rows.probabilities.end(), shares.begin(), shares.end());
    }
    for (const MixedRow& row : mixed) {
        const Outcome& outcome = row.mixture.outcome;
        if (all.classes == 0) {
            rows.values[row.row] = outcome.value;
            continue;
        }
        rows.labels[row.row] = schema.classes()[outcome.label];
        std::copy(row.mixture.probabilities.begin(), row.mixture.probabilities.end(),
                  rows.probabilities.begin() + static_cast<std::ptrdiff_t>(row.row * all.classes));
    }
    return rows;
}

PredictedRows predicted(const AnyPredictor& predictor, const std::vector<Column>& features, std::size_t count,
                        const Session& session) {
    if (const auto refusal = predictor.find_refusal(features, count))
        throw input_error(fmt::format("row {}: {}", refusal->row + 1, refusal->sentence));
    std::vector<std::uint32_t> endings(count);
    std::vector<MixedRow> mixed;
    predictor.find(features, endings, session.run().threads, mixed);
    return written_out(predictor, endings, mixed);
}

/// One cell as a column of one row; a level that the schema does not have is unseen.
Column one_cell(const ColumnSchema& schema, const Cell& cell) {
    Column column{schema, {}, {}};
    const auto* text = std::get_if<std::string>(&cell);
    const auto* number = std::get_if<double>(&cell);
    if (schema.type == ColumnType::categorical) {
        if (number != nullptr)
            throw input_error(fmt::format("'{}' is a category: give the name of its level as text", schema.name));
        const auto found = text == nullptr ? schema.levels.end() : std::find(schema.levels.begin(), schema.levels.end(), *text);
        column.codes = {text == nullptr                ? missing_code
                        : found == schema.levels.end() ? unseen_code
                                                       : level_code(index_in(schema.levels, found))};
        return column;
    }
    if (text != nullptr && schema.type == ColumnType::ordered) {
        const auto found = std::find(schema.levels.begin(), schema.levels.end(), *text);
        if (found == schema.levels.end())
            throw input_error(fmt::format("'{}' is not among the ordered levels of '{}'", *text, schema.name));
        column.values = {static_cast<double>(found - schema.levels.begin())};
        return column;
    }
    if (text != nullptr) throw input_error(fmt::format("'{}' is a number, but '{}' is not", schema.name, *text));
    column.values = {number == nullptr ? std::numeric_limits<double>::quiet_NaN() : *number + 0.0};
    return column;
}

/// A labelled table with the codes of a model.
TrainingSet by_model(const TrainingSet& set, const Schema& schema) {
    TrainingSet result = set;
    if (set.schema() == schema) return result;
    Table table{set.rows, set.features, {}};
    result.features = columns_by_schema(table, schema.features, given_rows);
    result.target = columns_by_schema({set.rows, {set.target}, {}}, std::span(&schema.target, 1), given_rows).front();
    for (const LevelCode code : result.target.codes)
        if (code == unseen_code) throw input_error("the table holds a class that the model never saw");
    return result;
}

}  // namespace

TrainOptions options(std::initializer_list<std::pair<std::string_view, std::string>> settings) {
    TrainOptions result;
    for (const auto& [name, text] : settings) set_option(result, name, text);
    return result;
}

void set_option(TrainOptions& options, std::string_view name, const ParameterValue& value) {
    const LearnerParameter* parameter = find_parameter(name);
    if (parameter == nullptr || !parameter->assign) {
        std::vector<std::string> names;
        for (const Parameter& known : parameters()) names.emplace_back(known.name);
        const std::string hint = did_you_mean(std::string(name), names);
        throw usage_error(fmt::format("there is no parameter '{}' of a learner{}", name, hint.empty() ? "" : ": " + hint));
    }
    parameter->set(options, value);
}

FittedModel::FittedModel(AnyModel model) : predictor_(std::move(model)) {}
FittedModel FittedModel::load(const std::string& path) { return FittedModel(load_any_model(path)); }
void FittedModel::save(const std::string& path) const { save_any_model(model(), path); }

PredictedRows FittedModel::predict(const Table& table, const Session& session) const {
    return predicted(predictor_, columns_by_schema(table, schema().features, given_rows), table.rows, session);
}

PredictedRows FittedModel::predict(std::span<const double> cells, const Session& session) const {
    const std::vector<ColumnSchema>& features = schema().features;
    if (features.empty() || cells.size() % features.size() != 0)
        throw input_error(
            fmt::format("a matrix for this model has {} cells per row, but {} cells are not a whole number of rows",
                        features.size(), cells.size()));
    const std::size_t rows = cells.size() / features.size();
    std::vector<Column> columns;
    for (FeatureId feature = 0; feature < features.size(); ++feature) {
        Column column{features[feature], {}, {}};
        for (std::size_t row = 0; row < rows; ++row) {
            const double cell = cells[row * features.size() + feature];
            if (column.has_values())
                column.values.own().push_back(cell + 0.0);
            else
                column.codes.push_back(code_of_cell(cell, column.schema.levels.size()));
        }
        columns.push_back(std::move(column));
    }
    return predicted(predictor_, columns, rows, session);
}

PredictedRows FittedModel::predict(const std::map<std::string, Cell>& row) const {
    std::vector<Column> columns;
    for (const ColumnSchema& feature : schema().features) {
        const auto found = row.find(feature.name);
        columns.push_back(one_cell(feature, found == row.end() ? Cell() : found->second));
    }
    return predicted(predictor_, columns, 1, Session(1));
}

std::string FittedModel::explain(const Table& table, std::size_t row) const {
    if (row >= table.rows) throw usage_error(fmt::format("there is no row {}: the table has {} rows", row, table.rows));
    const Table features{table.rows, columns_by_schema(table, schema().features, given_rows), table.lines};
    return std::visit([&](const auto& either) { return explain_text(either, features, row); }, model());
}

std::string FittedModel::text() const {
    if (const auto* tree = std::get_if<Model>(&model())) return tree_text(*tree);
    return rules_text(report_of(std::get<RuleModel>(model()), {}));
}

std::string FittedModel::json() const {
    if (const auto* tree = std::get_if<Model>(&model())) return tree_json(*tree);
    return rules_json(report_of(std::get<RuleModel>(model()), {}));
}

FittedModel fit(const Dataset& data, const TrainOptions& options, const Session& session) {
    const Run& run = session.run();
    Model model = Learner(data.shared(), options, run).fit(data.set().all_rows(), run).model;
    if (options.prune.method != PruneMethod::rules) return FittedModel(std::move(model));
    return FittedModel(make_rules(model, data.set(), error_confidence_of(model), run));
}

EvaluationResult evaluate(const FittedModel& model, const Dataset& data, const EvaluationOptions& options,
                          const Session& session) {
    Evaluator evaluator(model.predictor(), options);
    evaluator.add(by_model(data.set(), model.schema()), session.run().threads);
    return evaluator.result();
}

CvResult cross_validate(const Dataset& data, const TrainOptions& options, const ResamplingPlan& plan, const Session& session) {
    return validate(Learner(data.shared(), options, session.run()), plan, session.run());
}

ComparisonResult compare(const std::vector<std::pair<std::string, TrainOptions>>& learners, const Dataset& data,
                         const ResamplingPlan& plan, const Session& session) {
    LearnerComparison comparison(data.set(), plan, session.run());
    for (const auto& [name, options] : learners)
        comparison.add(name, Learner(data.shared(), options, session.run()), session.run());
    return comparison.result();
}

}  // namespace treewright
