#include "models.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arrays.h"
#include "calls.h"
#include "settings.h"
#include "tables.h"
#include "treewright/data/by_schema.h"
#include "treewright/export/dot.h"
#include "treewright/export/mermaid.h"
#include "treewright/report/provenance_report.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

constexpr std::size_t any_depth = std::numeric_limits<std::size_t>::max();

// --- labelled rows --------------------------------------------------------------------------------------------------------------

/// `options`: parameters of the task and of the columns, by name.
Dataset make_dataset(const Columns& columns, const nb::dict& options, unsigned threads, bool for_a_model) {
    DataOptions parsed;
    parsed.for_a_model = for_a_model;
    for (const auto& [name, value] : parameter_values(options)) set_option(parsed, name, value);
    return called(threads, [&](const Session& session) { return Dataset::from(columns.table(), parsed, session); });
}

// --- predictions ----------------------------------------------------------------------------------------------------------------

struct Wanted {
    bool labels = false;
    bool probabilities = false;
    bool leaves = false;
};

/// What was asked for: labels or numbers, probabilities, leaves; None for the others.
nb::tuple as_arrays(PredictedRows&& rows, const Wanted& wanted) {
    nb::object labels = nb::none(), probabilities = nb::none(), leaves = nb::none();
    const std::size_t classes = rows.class_names->size();
    const std::size_t count = rows.leaves.size();
    if (wanted.labels) labels = classes == 0 ? array_of(std::move(rows.values)) : array_of(std::move(rows.classes));
    if (wanted.probabilities) probabilities = matrix_of(std::move(rows.probabilities), count, classes);
    if (wanted.leaves) leaves = array_of(std::move(rows.leaves));
    return nb::make_tuple(labels, probabilities, leaves);
}

nb::tuple predict_columns(const FittedModel& model, const Columns& columns, const Wanted& wanted, unsigned threads) {
    return as_arrays(called(threads, [&](const Session& session) { return model.predict(columns.view(), session); }), wanted);
}

template <class Number>
using Matrix = nb::ndarray<const Number, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Number>
nb::tuple predict_cells(const FittedModel& model, const Matrix<Number>& matrix, const Wanted& wanted, unsigned threads) {
    if (matrix.shape(1) != model.schema().features.size())
        throw input_error("the matrix has " + std::to_string(matrix.shape(1)) + " columns, but the model has " +
                          std::to_string(model.schema().features.size()) + " features");
    const std::span<const Number> cells(matrix.data(), matrix.size());
    if (matrix.shape(0) > 1000)
        return as_arrays(called(threads, [&](const Session& session) { return model.predict(cells, session); }), wanted);
    const Session session(1);  // not worth a thread
    return as_arrays(model.predict(cells, session), wanted);
}

nb::tuple predict_matrix(const FittedModel& model, const nb::object& matrix, const Wanted& wanted, unsigned threads) {
    if (nb::isinstance<Matrix<float>>(matrix))
        return predict_cells<float>(model, nb::cast<Matrix<float>>(matrix), wanted, threads);
    return predict_cells<double>(model, nb::cast<Matrix<double>>(matrix), wanted, threads);
}

// --- what a model says ----------------------------------------------------------------------------------------------------------

TextStyle style_of(std::optional<std::size_t> depth, std::optional<std::size_t> width, bool all_levels) {
    TextStyle style;
    if (depth) style.max_depth = *depth;
    style.cuts = width.has_value();
    if (width) style.width = *width;
    style.all_levels = all_levels;
    return style;
}

RuleFormat rule_format(const std::string& word) {
    if (word == "markdown") return RuleFormat::markdown;
    if (word == "csv") return RuleFormat::csv;
    if (word == "json") return RuleFormat::json;
    return RuleFormat::text;
}

std::string rules_of(const FittedModel& model, const nb::dict& choice, const std::string& format) {
    RuleChoice parsed;
    for (const auto& [name, value] : parameter_values(choice)) set_option(parsed, name, value);
    return model.rules(parsed, rule_format(format));
}

/// The bytes of an export; `options`: its parameters by name.
nb::bytes exported_model(const FittedModel& model, const std::string& target, const nb::dict& options) {
    ExportOptions parsed;
    for (const auto& [name, value] : parameter_values(options)) set_option(parsed, name, value);
    const std::string bytes = model.exported(target, parsed);
    return nb::bytes(bytes.data(), bytes.size());
}

/// `options`: parameters of the export and of the replay by name; `rows`: or None. The record as JSON and as text.
nb::tuple verified_export(const FittedModel& model, const std::string& name, const nb::bytes& bytes, const std::string& target, const nb::dict& of_export,
                          const nb::dict& of_replay, const Columns* rows, unsigned threads) {
    ExportFile file{name, std::string(bytes.c_str(), bytes.size()), target};
    for (const auto& [option, value] : parameter_values(of_export)) {
        set_option(file.options, option, value);
        file.given.emplace(option);
    }
    VerifyOptions options;
    for (const auto& [option, value] : parameter_values(of_replay)) set_option(options, option, value);
    const VerificationResult result = called(threads, [&](const Session& session) {
        return rows != nullptr ? verify(model, file, rows->view(), options, session) : verify(model, file, options, session);
    });
    const VerifiedFiles files{"the model", name, rows != nullptr ? "the data" : ""};
    return nb::make_tuple(verification_json(result, files), verification_text(result, files));
}

/// `options`: parameters of drawings by name; `rows`: training rows, or None.
std::string drawn_svg(const FittedModel& model, const nb::dict& options, const Columns* rows) {
    DrawingOptions parsed;
    for (const auto& [name, value] : parameter_values(options)) set_option(parsed, name, value);
    return rows != nullptr ? model.svg(parsed, rows->view()) : model.svg(parsed);
}

const Model& drawn_tree(const FittedModel& model) {
    if (const auto* tree = std::get_if<Model>(&model.model())) return *tree;
    throw input_error("the model is a rule list: a drawing takes a tree");
}

/// Name, kind and levels of a column.
nb::tuple column_facts(const ColumnSchema& column) {
    return nb::make_tuple(column.name, word_of_type(column.type), column.levels);
}

nb::list facts_of_features(const FittedModel& model) {
    nb::list list;
    for (const ColumnSchema& feature : model.schema().features) list.append(column_facts(feature));
    return list;
}

/// The cells that the model asks about as `predict_matrix` takes them: a category is the position of its level, NaN is missing or
/// unseen. Columns that it does not ask about may be absent.
nb::object cells_of(const FittedModel& model, const Columns& columns) {
    const std::vector<ColumnSchema>& schemas = model.schema().features;
    const std::vector<Column> features =
        columns_by_schema(columns.view(), schemas, "the table", model.predictor().uses_feature());
    const std::size_t rows = columns.view().rows;
    std::vector<double> cells;
    cells.reserve(rows * features.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (const Column& column : features) {
            const bool is_code = !column.has_values();
            const bool is_known = !is_code || column.codes[row] >= 0;
            const double value = is_code ? static_cast<double>(column.codes[row]) : column.values[row];
            cells.push_back(is_known ? value : std::numeric_limits<double>::quiet_NaN());
        }
    return matrix_of(std::move(cells), rows, features.size());
}

std::string word_of_policy(MissingPolicy policy) {
    switch (policy) {
        case MissingPolicy::default_child: return "default_child";
        case MissingPolicy::all_children: return "all_children";
        case MissingPolicy::refuse: return "refuse";
    }
    return {};
}

/// The levels that subset nodes send to one side, one node after the other. They begin for node i at start[i] and end at
/// start[i + 1].
template <class LevelsOf>
void add_levels(nb::dict& arrays, const Tree& tree, const std::string& side, const LevelsOf& levels_of) {
    std::vector<std::int64_t> start = {0};
    std::vector<std::int32_t> levels;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        const auto of_node = levels_of(node);
        levels.insert(levels.end(), of_node.begin(), of_node.end());
        start.push_back(static_cast<std::int64_t>(levels.size()));
    }
    arrays[(side + "_level_start").c_str()] = array_of(std::move(start));
    arrays[(side + "_levels").c_str()] = array_of(std::move(levels));
}

/// The nodes as arrays; for rule lists there are none.
nb::dict tree_arrays(const FittedModel& fitted) {
    const auto* model = std::get_if<Model>(&fitted.model());
    if (model == nullptr) throw input_error("the model is a rule list: it has no nodes");
    const Tree& tree = model->tree;
    const std::size_t nodes = tree.nodes.size();
    std::vector<std::int32_t> kind, feature, missing_child, label, surrogates;
    std::vector<std::int64_t> child_start = {0}, parent;  // children lie in the order of their parents
    std::vector<double> threshold, weight, value, impurity, gain;
    for (const Node& node : tree.nodes) {
        kind.push_back(static_cast<std::int32_t>(node.kind));
        feature.push_back(node.is_leaf() ? -1 : static_cast<std::int32_t>(node.feature));
        missing_child.push_back(static_cast<std::int32_t>(node.missing_child));
        label.push_back(node.label == no_class ? -1 : static_cast<std::int32_t>(node.label));
        child_start.push_back(child_start.back() + node.child_count);
        threshold.push_back(node.kind == SplitKind::threshold ? node.threshold : std::numeric_limits<double>::quiet_NaN());
        weight.push_back(node.weight);
        value.push_back(node.mean);
        surrogates.push_back(static_cast<std::int32_t>(node.surrogate_count));
        impurity.push_back(node.impurity);
        gain.push_back(node.gain);
    }
    for (const NodeId node : parents_of(tree)) parent.push_back(node == no_parent ? -1 : static_cast<std::int64_t>(node));
    const std::vector<std::uint32_t> depth = depths_of(tree);
    std::vector<double> class_weights;
    for (NodeId node = 0; node < nodes && tree.classes > 0; ++node)
        for (ClassId label_of = 0; label_of < tree.classes; ++label_of)
            class_weights.push_back(tree.class_weight(node, label_of));
    nb::dict arrays;
    arrays["kind"] = array_of(std::move(kind));
    arrays["feature"] = array_of(std::move(feature));
    arrays["threshold"] = array_of(std::move(threshold));
    arrays["child_start"] = array_of(std::move(child_start));
    arrays["children"] = array_of(std::vector<std::int64_t>(tree.children.begin(), tree.children.end()));
    arrays["missing_child"] = array_of(std::move(missing_child));
    arrays["parent"] = array_of(std::move(parent));
    arrays["depth"] = array_of(std::vector<std::int64_t>(depth.begin(), depth.end()));
    arrays["weight"] = array_of(std::move(weight));
    arrays["class_weights"] =
        tree.classes == 0 ? nb::object(nb::none()) : matrix_of(std::move(class_weights), nodes, tree.classes);
    arrays["label"] = array_of(std::move(label));
    arrays["mean"] = array_of(std::move(value));
    arrays["impurity"] = array_of(std::move(impurity));
    arrays["gain"] = array_of(std::move(gain));
    arrays["surrogates"] = array_of(std::move(surrogates));
    arrays["missing"] = word_of_policy(tree.missing);
    add_levels(arrays, tree, "left", [&](NodeId node) { return tree.left_levels_of(node); });
    add_levels(arrays, tree, "right", [&](NodeId node) { return tree.right_levels_of(node); });
    return arrays;
}

// --- making models --------------------------------------------------------------------------------------------------------------

FittedModel fit_model(const Dataset& data, const nb::dict& options, unsigned threads,
                      const std::optional<Dataset>& validation) {
    const TrainOptions parsed = train_options(options);
    return called(threads, [&](const Session& session) { return fit(data, parsed, session, validation); });
}

FittedModel prune_fitted(const FittedModel& model, const nb::dict& options, const std::optional<Dataset>& training,
                         const std::optional<Dataset>& validation, unsigned threads) {
    const SettingTexts texts = setting_texts(options);
    return called(threads,
                  [&](const Session& session) { return prune(model, texts.settings(), {training, validation}, session); });
}

/// `path`: as the system has it, which need not be Unicode. What goes wrong has to do with files.
void save_model(const FittedModel& model, const nb::bytes& path) {
    try {
        model.save({path.c_str(), path.size()});
    } catch (const Error& error) {
        throw system_error(error.sentence());
    }
}

FittedModel simplify_model(const FittedModel& model, const Dataset& rows, unsigned threads) {
    return called(threads, [&](const Session& session) { return simplify(model, rows, session); });
}

nb::tuple worked_model(const Dataset& data, const nb::dict& options, unsigned threads) {
    const TrainOptions parsed = train_options(options);
    Worked worked =
        called(threads, [&](const Session& session) { return show_work(data, parsed, session, style_of({}, {}, false)); });
    return nb::make_tuple(std::move(worked.model), worked.text, worked.json);
}

nb::tuple facts_of_sequence(const FittedModel& model, const std::string& complexity) {
    const WeakestLinks links = model.sequence(complexity == "impurity" ? Complexity::impurity : Complexity::error);
    std::vector<double> alphas, losses;
    std::vector<std::int64_t> leaves;
    for (const SequenceMember& member : links.members()) {
        alphas.push_back(member.alpha);
        leaves.push_back(static_cast<std::int64_t>(member.leaves));
        losses.push_back(member.loss);
    }
    return nb::make_tuple(array_of(std::move(alphas)), array_of(std::move(leaves)), array_of(std::move(losses)));
}

}  // namespace

void bind_models(nb::module_& module) {
    nb::class_<Dataset>(module, "Dataset", "Labelled rows.")
        .def_prop_ro("rows", &Dataset::rows)
        .def_prop_ro("is_classification", [](const Dataset& data) { return data.schema().task() == Task::classification; })
        .def_prop_ro("target", [](const Dataset& data) { return column_facts(data.schema().target); });
    module.def("make_dataset", &make_dataset, nb::arg("columns"), nb::arg("options"), nb::arg("threads") = 0,
               nb::arg("for_a_model") = false);

    nb::class_<Wanted>(module, "Wanted")
        .def(
            "__init__",
            [](Wanted* wanted, bool labels, bool probabilities, bool leaves) {
                new (wanted) Wanted{labels, probabilities, leaves};
            },
            nb::arg("labels") = false, nb::arg("probabilities") = false, nb::arg("leaves") = false);

    nb::class_<FittedModel>(module, "FittedModel", "A tree or a rule list.")
        .def_static("from_bytes", [](const nb::bytes& bytes) { return FittedModel::from_bytes({bytes.c_str(), bytes.size()}); })
        .def_static("load", [](const std::string& path) { return FittedModel::load(path); })
        .def("bytes",
             [](const FittedModel& model) {
                 const std::string bytes = model.bytes();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def("save", &save_model, nb::arg("path"))
        .def_prop_ro("is_tree", [](const FittedModel& model) { return std::holds_alternative<Model>(model.model()); })
        .def_prop_ro("is_classification",
                     [](const FittedModel& model) { return model.schema().task() == Task::classification; })
        .def_prop_ro("features", &facts_of_features)
        .def_prop_ro("target", [](const FittedModel& model) { return column_facts(model.schema().target); })
        .def_prop_ro("uses", [](const FittedModel& model) { return model.predictor().uses_feature(); })
        .def("predict", &predict_columns, nb::arg("columns"), nb::arg("wanted"), nb::arg("threads") = 0)
        .def("predict_matrix", &predict_matrix, nb::arg("matrix"), nb::arg("wanted"), nb::arg("threads") = 0)
        .def("matrix", &cells_of, nb::arg("columns"))
        .def("explain",
             [](const FittedModel& model, const Columns& columns, std::size_t row) {
                 return nb::make_tuple(model.explain_json(columns.view(), row), model.explain(columns.view(), row));
             })
        .def(
            "text",
            [](const FittedModel& model, std::optional<std::size_t> depth, std::optional<std::size_t> width, bool all_levels) {
                return model.text(style_of(depth, width, all_levels));
            },
            nb::arg("depth") = nb::none(), nb::arg("width") = nb::none(), nb::arg("all_levels") = false)
        .def("json", &FittedModel::json)
        .def("exported", &exported_model, nb::arg("target"), nb::arg("options"))
        .def("verified", &verified_export, nb::arg("name"), nb::arg("bytes"), nb::arg("target"), nb::arg("of_export"), nb::arg("of_replay"),
             nb::arg("rows").none() = nb::none(), nb::arg("threads") = 0)
        .def(
            "dot",
            [](const FittedModel& model, std::optional<std::size_t> depth, bool all_levels) {
                return tree_dot(drawn_tree(model), {depth.value_or(any_depth), all_levels});
            },
            nb::arg("depth") = nb::none(), nb::arg("all_levels") = false)
        .def(
            "mermaid",
            [](const FittedModel& model, std::optional<std::size_t> depth, bool all_levels) {
                return tree_mermaid(drawn_tree(model), {depth.value_or(any_depth), all_levels});
            },
            nb::arg("depth") = nb::none(), nb::arg("all_levels") = false)
        .def("svg", &drawn_svg, nb::arg("options"), nb::arg("rows").none() = nb::none())
        .def("html", &FittedModel::html)
        .def("summary", &FittedModel::summary)
        .def("rules", &rules_of, nb::arg("choice"), nb::arg("format") = "text")
        .def("provenance_text", [](const FittedModel& model) { return provenance_text(model.model()); })
        .def("provenance_json", [](const FittedModel& model) { return provenance_json(model.model()); })
        .def("importance", [](const FittedModel& model) { return array_of(model.importance()); })
        .def("sequence", &facts_of_sequence, nb::arg("complexity") = "error")
        .def("tree_arrays", &tree_arrays);

    module.def("fit", &fit_model, nb::arg("data"), nb::arg("options"), nb::arg("threads") = 0,
               nb::arg("validation") = nb::none());
    module.def("prune", &prune_fitted, nb::arg("model"), nb::arg("options"), nb::arg("training") = nb::none(),
               nb::arg("validation") = nb::none(), nb::arg("threads") = 0);
    module.def("simplify", &simplify_model, nb::arg("model"), nb::arg("rows"), nb::arg("threads") = 0);
    module.def("show_work", &worked_model, nb::arg("data"), nb::arg("options"), nb::arg("threads") = 0);
}

}  // namespace treewright::python
