#include "studies.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "arrays.h"
#include "calls.h"
#include "settings.h"
#include "tables.h"
#include "treewright/report/description.h"
#include "treewright/training/model_options.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

using MaybeRows = std::optional<Dataset>;

template <class Options>
Options options_from(const nb::dict& options) {
    Options parsed;
    for (const auto& [name, value] : parameter_values(options)) set_option(parsed, name, value);
    return parsed;
}

ResamplingPlan plan_from(const nb::dict& options, std::uint64_t seed) {
    return plan_of(options_from<PlanOptions>(options), seed);
}

nb::tuple described(std::string json, std::string text) { return nb::make_tuple(std::move(json), std::move(text)); }

nb::tuple evaluate_model(const FittedModel& model, const Dataset& data, const nb::dict& options, std::optional<nb::tuple> costs,
                         unsigned threads) {
    auto parsed = options_from<EvaluationOptions>(options);
    if (costs) parsed = with_costs(parsed, model.model(), cost_table(*costs));
    const EvaluationResult result =
        called(threads, [&](const Session& session) { return evaluate(model, data, parsed, session); });
    return described(evaluation_json(result), evaluation_text(result, package_spelling));
}

/// The out-of-fold predictions of a cross-validation, by rows of the table. The rows are the folds of leave-one-out.
nb::dict held_out_arrays(const CvResult& result) {
    const CrossValidation& validation = result.validation;
    const HeldOutPredictions& held_out = validation.held_out;
    const Predictions& predictions = held_out.scored.predictions;
    const std::size_t rows = held_out.rows.size();
    std::vector<double> numbers, probabilities;
    std::vector<std::int32_t> classes;
    for (const std::uint32_t prediction : held_out.scored.prediction) {
        if (predictions.classes == 0) {
            numbers.push_back(predictions.values[prediction]);
            continue;
        }
        classes.push_back(static_cast<std::int32_t>(predictions.labels[prediction]));
        const auto shares = predictions.probabilities_of(prediction);
        probabilities.insert(probabilities.end(), shares.begin(), shares.end());
    }
    std::vector<std::int64_t> repeats, folds;
    for (const std::uint32_t round : held_out.rounds) {
        const bool known = round < validation.rounds.size();
        repeats.push_back(known ? static_cast<std::int64_t>(validation.rounds[round].repeat) : 0);
        folds.push_back(static_cast<std::int64_t>(known ? validation.rounds[round].fold : round));
    }
    std::vector<std::int64_t> numbers_of_rows;
    for (const RowId row : held_out.rows) numbers_of_rows.push_back(static_cast<std::int64_t>(result.table.row_of(row)));
    nb::dict arrays;
    arrays["row"] = array_of(std::move(numbers_of_rows));
    arrays["repeat"] = array_of(std::move(repeats));
    arrays["fold"] = array_of(std::move(folds));
    arrays["prediction"] = predictions.classes == 0 ? array_of(std::move(numbers)) : array_of(std::move(classes));
    arrays["probabilities"] =
        predictions.classes == 0 ? nb::object(nb::none()) : matrix_of(std::move(probabilities), rows, predictions.classes);
    return arrays;
}

/// How each row moves its own tree, with leave-one-out.
nb::object influence_arrays(const CvResult& result) {
    if (!result.left_out) return nb::none();
    std::vector<std::int64_t> rows;
    std::vector<double> moved;
    std::vector<std::uint8_t> root_changes, path_changes, class_changes;
    for (const RowInfluence& row : result.left_out->rows) {
        rows.push_back(static_cast<std::int64_t>(result.table.row_of(rows.size())));
        moved.push_back(row.moved);
        root_changes.push_back(row.root_changes ? 1 : 0);
        path_changes.push_back(row.path_changes ? 1 : 0);
        class_changes.push_back(row.class_changes ? 1 : 0);
    }
    nb::dict arrays;
    arrays["row"] = array_of(std::move(rows));
    arrays["moved"] = array_of(std::move(moved));
    arrays["root_changes"] = array_of(std::move(root_changes));
    arrays["path_changes"] = array_of(std::move(path_changes));
    arrays["class_changes"] = array_of(std::move(class_changes));
    return arrays;
}

nb::tuple cross_validated(const Dataset& data, const nb::dict& options, const nb::dict& plan, std::uint64_t seed,
                          unsigned threads, const MaybeRows& validation) {
    const TrainOptions learner = train_options(options);
    const ResamplingPlan parsed = plan_from(plan, seed);
    CvResult result =
        called(threads, [&](const Session& session) { return cross_validate(data, learner, parsed, session, validation); });
    result.table.first_row = 0;
    return nb::make_tuple(cv_json(result), cv_text(result, package_spelling), held_out_arrays(result),
                          influence_arrays(result));
}

/// The page, and what it says first.
nb::tuple page_of(const ReportFindings& findings) {
    return nb::make_tuple(report_html(findings, package_spelling), report_summary(findings));
}

nb::tuple table_reported(const Dataset& data, const nb::dict& options, const nb::dict& plan, const nb::dict& what, std::uint64_t seed,
                         unsigned threads) {
    const TrainOptions learner = train_options(options);
    const ResamplingPlan parsed = plan_from(plan, seed);
    const auto asked = options_from<ReportOptions>(what);
    return page_of(called(threads, [&](const Session& session) { return report(data, learner, parsed, asked, session); }));
}

nb::tuple model_reported(const FittedModel& model, const Dataset& data, const nb::dict& what, unsigned threads) {
    const auto asked = options_from<ReportOptions>(what);
    return page_of(called(threads, [&](const Session& session) { return report(model, data, asked, {}, session); }));
}

nb::tuple compared(const std::vector<std::pair<std::string, nb::dict>>& learners, const Dataset& data, const nb::dict& plan,
                   std::uint64_t seed, unsigned threads) {
    NamedLearners parsed;
    for (const auto& [name, options] : learners) parsed.emplace_back(name, train_options(options));
    const ResamplingPlan rounds = plan_from(plan, seed);
    const ComparisonResult result =
        called(threads, [&](const Session& session) { return compare(parsed, data, rounds, session); });
    return described(comparison_json(result), comparison_text(result));
}

/// `axes`: texts such as "max-depth=2..12".
nb::tuple tuned(const Dataset& data, const std::vector<std::string>& axes, const nb::dict& options, const nb::dict& classes,
                const nb::dict& plan, const nb::dict& tuning, std::uint64_t seed, unsigned threads) {
    auto parsed = options_from<TuneOptions>(tuning);
    for (const std::string& axis : axes) parsed.axes.push_back(tune_axis(axis));
    const SettingTexts texts = setting_texts(options);
    const TrainOptions terms = train_options(classes);
    const ResamplingPlan rounds = plan_from(plan, seed);
    const TuneResult result = called(threads, [&](const Session& session) {
        return tune(data, parsed, texts.settings(), rounds, session, std::nullopt, terms);
    });
    return described(tune_json(result), tune_text(result, {}, package_spelling));
}

nb::tuple curve_measured(const Dataset& data, const nb::dict& options, const nb::dict& plan, std::uint64_t seed,
                         unsigned threads) {
    const TrainOptions learner = train_options(options);
    auto parsed = options_from<CurvePlan>(plan);
    parsed.seed = seed;
    const CurveResult result =
        called(threads, [&](const Session& session) { return measure_curve(data, learner, parsed, session); });
    return nb::make_tuple(curve_json(result), curve_text(result, package_spelling), curve_svg(result, package_spelling));
}

nb::tuple prunings_compared(const Dataset& data, const nb::dict& options, unsigned threads) {
    const TrainOptions learner = train_options(options);
    const PruningComparison result =
        called(threads, [&](const Session& session) { return compare_prunings(data, learner, session); });
    return described(prunings_json(result, package_spelling), prunings_text(result, package_spelling));
}

/// `about`: parameters of the task, with a target; none to describe the columns alone.
nb::tuple table_described(const Columns& columns, const std::optional<nb::dict>& about, unsigned threads) {
    std::optional<DataOptions> options;
    if (about) options = options_from<DataOptions>(*about);
    const TableDescription result =
        called(threads, [&](const Session& session) { return describe_table(columns.table(), options, {}, session); });
    DescriptionStyle style;
    style.heading = std::to_string(result.rows) + (result.rows == 1 ? " row" : " rows");
    style.weighted = options && !options->weight.empty();
    style.text.cuts = false;
    style.spelling = package_spelling;
    style.target = options ? options->target : std::string();
    return described(description_json(result, {}), description_text(result, style));
}

}  // namespace

void bind_studies(nb::module_& module) {
    module.def("evaluate", &evaluate_model, nb::arg("model"), nb::arg("data"), nb::arg("options"),
               nb::arg("costs") = nb::none(), nb::arg("threads") = 0);
    module.def("cross_validate", &cross_validated, nb::arg("data"), nb::arg("options"), nb::arg("plan"), nb::arg("seed") = 1,
               nb::arg("threads") = 0, nb::arg("validation") = nb::none());
    module.def("report_table", &table_reported, nb::arg("data"), nb::arg("options"), nb::arg("plan"), nb::arg("what"), nb::arg("seed") = 1,
               nb::arg("threads") = 0);
    module.def("report_model", &model_reported, nb::arg("model"), nb::arg("data"), nb::arg("what"), nb::arg("threads") = 0);
    module.def("compare", &compared, nb::arg("learners"), nb::arg("data"), nb::arg("plan"), nb::arg("seed") = 1,
               nb::arg("threads") = 0);
    module.def("tune", &tuned, nb::arg("data"), nb::arg("axes"), nb::arg("options"), nb::arg("classes"), nb::arg("plan"),
               nb::arg("tuning"), nb::arg("seed") = 1, nb::arg("threads") = 0);
    module.def("learning_curve", &curve_measured, nb::arg("data"), nb::arg("options"), nb::arg("plan"), nb::arg("seed") = 1,
               nb::arg("threads") = 0);
    module.def("compare_prunings", &prunings_compared, nb::arg("data"), nb::arg("options"), nb::arg("threads") = 0);
    module.def("describe", &table_described, nb::arg("columns"), nb::arg("about") = nb::none(), nb::arg("threads") = 0);
}

}  // namespace treewright::python
