#include <span>

#include "treewright/base/error.h"

#include "treewright/tree/model_file.h"
#include "treewright/tree/model_text_internal.h"

namespace treewright::model_text {
namespace {

template <typename Enum, std::size_t count>
std::string_view word_for(const Words<Enum, count>& words, Enum wanted) {
    for (const auto& [value, word] : words)
        if (value == wanted) return word;
    check_invariant(false, "a value without a word in the model file");
    return {};
}

template <typename Range>
void write_list(JsonWriter& json, std::string_view key, const Range& values) {
    json.key(key);
    json.begin_array();
    for (const auto& value : values) json.value(value);
    json.end_array();
}

void write_column(JsonWriter& json, const ColumnSchema& column) {
    json.begin_object();
    json.member("name", column.name);
    json.member("type", word_for(column_types, column.type));
    if (column.type == ColumnType::categorical || column.type == ColumnType::ordered) write_list(json, "levels", column.levels);
    json.end_object();
}

void write_schema(JsonWriter& json, const Schema& schema) {
    json.begin_object();
    json.key("features");
    json.begin_array();
    for (const ColumnSchema& feature : schema.features) {
        json.line_break();
        write_column(json, feature);
    }
    if (!schema.features.empty()) json.line_break();
    json.end_array();
    json.key("target");
    write_column(json, schema.target);
    json.end_object();
}

void write_provenance(JsonWriter& json, const Provenance& provenance) {
    json.begin_object();
    json.member("total_weight", provenance.total_weight);
    json.member("content_hash", provenance.content_hash);
    json.member("program_version", provenance.program_version);
    json.end_object();
}

void write_surrogates(JsonWriter& json, const Tree& tree, std::size_t number) {
    json.key("surrogates");
    json.begin_array();
    for (const Surrogate& surrogate : tree.surrogates_of(number)) {
        json.begin_object();
        json.member("feature", surrogate.feature);
        if (surrogate.kind == SplitKind::threshold) {
            json.member("threshold", surrogate.threshold);
            if (surrogate.reversed) json.member("reversed", true);
        } else {
            write_list(json, "left", tree.left_levels_of(surrogate));
            write_list(json, "right", tree.right_levels_of(surrogate));
        }
        json.member("agreeing_weight", surrogate.agreeing_weight);
        json.member("known_weight", surrogate.known_weight);
        json.end_object();
    }
    json.end_array();
}

void write_split(JsonWriter& json, const Tree& tree, std::size_t number) {
    const Node& node = tree.nodes[number];
    if (node.is_leaf()) return;
    json.member("feature", node.feature);
    if (node.kind == SplitKind::threshold) json.member("threshold", node.threshold);
    if (node.kind == SplitKind::subset) {
        write_list(json, "left", tree.left_levels_of(number));
        write_list(json, "right", tree.right_levels_of(number));
        if (node.heuristic) json.member("heuristic", true);
    }
    if (node.missing_branch) json.member("missing_branch", true);
    write_list(json, "children", tree.children_of(number));
    json.member("missing_child", node.missing_child);
    if (node.missing_weight > 0.0) json.member("missing_weight", node.missing_weight);
    if (node.surrogate_count > 0) write_surrogates(json, tree, number);
}

void write_test(JsonWriter& json, const NodeTest& test) {
    json.key("test");
    json.begin_object();
    json.member("p_value", test.p_value);
    json.member("tests_at_node", test.tests_at_node);
    json.member("tests_of_feature", test.tests_of_feature);
    if (test.approximate) json.member("approximate", true);
    json.end_object();
}

void write_node(JsonWriter& json, const Tree& tree, std::size_t number) {
    const Node& node = tree.nodes[number];
    json.begin_object();
    json.member("kind", word_for(split_kinds, node.kind));
    write_split(json, tree, number);
    if (tree.classes == 0)
        json.member("mean", node.mean);
    else
        json.member("label", node.label);
    json.member("weight", node.weight);
    if (tree.classes != 0) write_list(json, "class_weights", tree.class_weights_of(number));
    json.member("impurity", node.impurity);
    if (!node.is_leaf()) json.member("gain", node.gain);
    if (node.test) write_test(json, *node.test);
    json.end_object();
}

void write_tree(JsonWriter& json, const Tree& tree) {
    json.begin_object();
    if (tree.fractional()) json.member("fractional", true);
    if (!tree.losses.empty()) write_list(json, "losses", tree.losses);
    json.key("nodes");
    json.begin_array();
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
        json.line_break();
        write_node(json, tree, node);
    }
    json.line_break();
    json.end_array();
    json.end_object();
}

}  // namespace

void begin_section(JsonWriter& json, std::string_view key) {
    json.line_break();
    json.key(key);
}

void write_head(JsonWriter& json, std::string_view kind, const ConstHead& head) {
    json.begin_object();
    json.member("treewright", "model");
    json.member("format", model_format_version);
    json.member("kind", kind);
    begin_section(json, "schema");
    write_schema(json, head.schema);
    begin_section(json, "options");
    json.begin_object();
    for (const NamedOption& option : head.options) json.member(option.name, option.value);
    json.end_object();
    begin_section(json, "provenance");
    write_provenance(json, head.provenance);
}

std::string write(const Model& model) {
    std::string text;
    JsonWriter json(text);
    write_head(json, "tree", {model.schema, model.options, model.provenance});
    begin_section(json, "tree");
    write_tree(json, model.tree);
    if (model.unpruned) {
        begin_section(json, "unpruned");
        write_tree(json, *model.unpruned);
    }
    return text;  // the object is closed after the checksum
}

}  // namespace treewright::model_text
