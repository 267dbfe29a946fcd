#include "treewright/export/onnx/onnx.h"

#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/json_writer.h"
#include "treewright/base/utf8.h"
#include "treewright/export/names.h"
#include "treewright/export/onnx/onnx_answers.h"
#include "treewright/export/onnx/ensemble.h"
#include "treewright/export/onnx/feature_inputs.h"
#include "treewright/export/onnx/graph.h"
#include "treewright/export/onnx/shares.h"
#include "treewright/export/onnx/split_states.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

const std::string label_output = "label";
const std::string probabilities_output = "probabilities";
const std::string value_output = "value";
const std::string leaf_output = "leaf";

/// What belongs to a version of ai.onnx.ml: those that came with one release of ONNX.
struct OnnxRelease {
    std::int64_t ir = 10;
    std::int64_t general = 21;  ///< the version of ai.onnx
};

OnnxRelease release_of(std::size_t opset) {
    switch (opset) {
        case 3: return {.ir = 8, .general = 16};
        case 4: return {.ir = 9, .general = 20};
        default: return {};
    }
}

class OnnxModel {
public:
    OnnxModel(const Model& model, const ExportOptions& options)
        : model_(model),
          options_(options),
          tree_(model.tree),
          input_names_(onnx_input_names(model.schema, output_names())),
          graph_(options.name.empty() ? "tree" : options.name, reserved_names()),
          inputs_(graph_, model.schema, input_names_),
          answers_(graph_, model.schema, tree_) {}

    std::string write() {
        if (tree_.has_parts())
            write_parts();
        else
            write_leaves();
        return file();
    }

private:
    [[nodiscard]] bool is_class() const { return model_.schema.task() == Task::classification; }
    [[nodiscard]] std::size_t classes() const { return model_.schema.classes().size(); }

    [[nodiscard]] std::vector<std::string> output_names() const {
        if (is_class()) return {label_output, probabilities_output, leaf_output};
        return {value_output, leaf_output};
    }

    [[nodiscard]] std::vector<std::string> reserved_names() const {
        std::vector<std::string> names = output_names();
        names.insert(names.end(), input_names_.begin(), input_names_.end());
        return names;
    }

    /// Every row ends in one leaf.
    void write_leaves() {
        const OnnxValue position = leaf_position();
        if (is_class()) {
            write_label(graph_.gather(answers_.labels(), position));
            write_probabilities(graph_.gather(answers_.probabilities(), position));
        } else {
            write_value(graph_.as_list(graph_.gather(answers_.values(), position)));
        }
        write_leaf(position);
    }

    /// [N], integers.
    OnnxValue leaf_position() {
        SplitStates states(model_.schema);
        const Ensemble ensemble = ensemble_of(tree_, model_.schema, options_.opset, states);
        std::vector<OnnxValue> columns;
        for (const FeatureId feature : ensemble.features) columns.push_back(inputs_.column(feature));
        if (states.columns() > 0) columns.push_back(graph_.cast(states.write(graph_, inputs_), OnnxType::real));
        const OnnxValue found = write_ensemble(graph_, ensemble, graph_.concatenated(columns), options_.opset);
        return graph_.as_list(graph_.cast(found, OnnxType::integer));
    }

    /// A row may end in several leaves. The answer of a single one is taken as it is, as `Predictor` does.
    void write_parts() {
        const OnnxValue shares = write_leaf_shares(graph_, inputs_, tree_);
        const OnnxValue is_single = write_is_single(graph_, shares);
        const OnnxValue position = write_main_leaf(graph_, shares, answers_.leaves());
        const OnnxValue table = is_class() ? answers_.probabilities() : answers_.values();
        const OnnxValue mixed = write_weighted_sums(graph_, shares, table, is_class() ? classes() : 1);
        const OnnxValue own = graph_.gather(table, position);
        const OnnxValue result = graph_.where(graph_.as_column(is_single), own, mixed);
        if (is_class()) {
            const OnnxValue cheapest = write_cheapest_class(graph_, mixed, model_.tree.losses, classes());
            write_label(graph_.where(is_single, graph_.gather(answers_.labels(), position), cheapest));
            write_probabilities(result);
        } else {
            write_value(graph_.as_list(result));
        }
        write_leaf(position);
    }

    void write_label(const OnnxValue& positions) {
        graph_.output(graph_.gather(answers_.class_names(), positions),
                      {label_output, OnnxType::text, {"N"}, "the name of the predicted class"});
    }
    void write_probabilities(const OnnxValue& shares) {
        graph_.output(shares, {probabilities_output,
                               OnnxType::real,
                               {"N", std::to_string(classes())},
                               "the share of each class, in the order of the metadata 'classes'"});
    }
    void write_value(const OnnxValue& values) {
        graph_.output(values, {value_output, OnnxType::real, {"N"}, "the predicted number"});
    }
    void write_leaf(const OnnxValue& positions) {
        graph_.output(graph_.gather(answers_.node_numbers(), positions),
                      {leaf_output, OnnxType::integer, {"N"}, "the number of the leaf in the model; -1: the model refuses the row"});
    }

    /// A ModelProto.
    [[nodiscard]] std::string file() const {
        const OnnxRelease release = release_of(options_.opset);
        ProtoMessage file;
        file.integer(1, release.ir).text(2, "treewright").text(3, TREEWRIGHT_VERSION);
        file.text(6, "A decision tree. Texts are UTF-8; the metadata 'features' says what each input takes.");
        file.message(7, graph_.proto());
        file.message(8, ProtoMessage().text(1, "").integer(2, release.general));
        file.message(8, ProtoMessage().text(1, onnx_ml).integer(2, static_cast<std::int64_t>(options_.opset)));
        add_metadata(file);
        return file.bytes();
    }

    void add_metadata(ProtoMessage& file) const {
        const auto add = [&](std::string_view key, std::string_view value) {
            file.message(14, ProtoMessage().text(1, key).text(2, value));
        };
        add("task", is_class() ? "classification" : "regression");
        add("target", json_of([&](JsonWriter& json) { json.string(model_.schema.target.name); }));
        if (is_class())
            add("classes", json_of([&](JsonWriter& json) { write_list(json, model_.schema.classes()); }));
        add("features", json_of([&](JsonWriter& json) { write_features(json); }));
        add("treewright_version", TREEWRIGHT_VERSION);
        add("content_hash", model_.provenance.content_hash);
    }

    template <class Write>
    static std::string json_of(const Write& write) {
        std::string text;
        JsonWriter json(text);
        write(json);
        return text;
    }

    static void write_list(JsonWriter& json, const std::vector<std::string>& texts) {
        json.begin_array();
        for (const std::string& text : texts) json.string(text);
        json.end_array();
    }

    void write_features(JsonWriter& json) const {
        json.begin_array();
        for (std::size_t i = 0; i < input_names_.size(); ++i) {
            const ColumnSchema& feature = model_.schema.features[i];
            json.begin_object();
            json.member("name", feature.name);
            json.member("input", input_names_[i]);
            json.member("type", type_word(feature.type));
            json.member("takes", what_is_fed(feature));
            if (!feature.levels.empty()) {
                json.key("levels");
                write_list(json, feature.levels);
            }
            json.end_object();
        }
        json.end_array();
    }

    const Model& model_;
    const ExportOptions& options_;
    LoweredTree tree_;
    std::vector<std::string> input_names_;
    OnnxGraph graph_;
    FeatureInputs inputs_;
    AnswerTables answers_;
};

}  // namespace

std::string tree_onnx(const Model& model, const ExportOptions& options) {
    if (model.schema.features.empty())
        throw input_error("the model has no features, but an ONNX model needs an input: there is nothing to export");
    check_onnx_size(model.schema, LoweredTree(model.tree), options.opset);
    return OnnxModel(model, options).write();
}

}  // namespace treewright
