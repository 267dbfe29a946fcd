// Writes the model file (docs/model-file.md).
#include <span>

#include "treewright/base/error.h"

#include "treewright/tree/model_file.h"
#include "treewright/tree/model_text.h"

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

void write_part_of(JsonWriter& json, const PartOf& part_of) {
    json.key("part_of");
    json.begin_object();
    json.member("column", part_of.column);
    json.member("type", word_for(column_types, part_of.type));
    json.member("part", word_for(date_parts, part_of.part));
    json.end_object();
}

void write_reading(JsonWriter& json, const ColumnReading& reading) {
    const ColumnReading usual;
    json.key("reading");
    json.begin_object();
    if (reading.missing_words) write_list(json, "missing_words", *reading.missing_words);
    if (reading.decimal_sign != usual.decimal_sign) json.member("decimal_sign", reading.decimal_sign);
    if (!reading.thousands_separator.empty()) json.member("thousands_separator", reading.thousands_separator);
    if (!reading.prefix.empty()) json.member("prefix", reading.prefix);
    if (!reading.unit.empty()) json.member("unit", reading.unit);
    if (reading.trailing_minus) json.member("trailing_minus", true);
    if (!reading.date_format.empty()) json.member("date_format", reading.date_format);
    if (reading.folds_case) json.member("folds_case", true);
    if (reading.part_of) write_part_of(json, *reading.part_of);
    json.end_object();
}

void write_column(JsonWriter& json, const ColumnSchema& column) {
    json.begin_object();
    json.member("name", column.name);
    json.member("type", word_for(column_types, column.type));
    if (column.type == ColumnType::categorical || column.type == ColumnType::ordered) write_list(json, "levels", column.levels);
    if (column.reading != ColumnReading()) write_reading(json, column.reading);
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

void write_left_out(JsonWriter& json, const std::vector<LeftOutColumn>& columns) {
    json.key("left_out");
    json.begin_array();
    for (const LeftOutColumn& column : columns) {
        json.begin_object();
        json.member("name", column.name);
        json.member("reason", word_for(left_out_reasons, column.reason));
        json.end_object();
    }
    json.end_array();
}

void write_provenance(JsonWriter& json, const Provenance& provenance) {
    json.begin_object();
    json.member("total_weight", provenance.total_weight);
    json.member("content_hash", provenance.content_hash);
    json.member("program_version", provenance.program_version);
    if (provenance.seed) json.member("seed", *provenance.seed);
    if (!provenance.left_out.empty()) write_left_out(json, provenance.left_out);
    if (!provenance.reading.empty()) {
        json.key("reading");
        json.begin_object();
        for (const NamedOption& option : provenance.reading) json.member(option.name, option.value);
        json.end_object();
    }
    json.end_object();
}

void write_surrogates(JsonWriter& json, const Tree& tree, NodeId number) {
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

void write_split(JsonWriter& json, const Tree& tree, NodeId number) {
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

void write_node(JsonWriter& json, const Tree& tree, NodeId number, int format) {
    const Node& node = tree.nodes[number];
    json.begin_object();
    json.member("kind", word_for(split_kinds, node.kind));
    if (node.is_leaf() && format >= 2) json.member("predicts", word_for(leaf_kinds, node.leaf));
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

/// The text that was not yet passed on.
struct Pieces {
    static constexpr std::size_t least_size = std::size_t{1} << 16;
    std::string text;
    const model_file::TakeText& take;

    void pass_on(std::size_t least) {
        if (text.size() < least) return;
        take(text);
        text.clear();
    }
};

void write_tree(JsonWriter& json, const Tree& tree, int format, Pieces& pieces) {
    json.begin_object();
    if (format >= 2)
        json.member("missing", word_for(missing_policies, tree.missing));
    else if (tree.fractional())
        json.member("fractional", true);
    if (!tree.losses.empty()) write_list(json, "losses", tree.losses);
    json.key("nodes");
    json.begin_array();
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        json.line_break();
        write_node(json, tree, node, format);
        pieces.pass_on(Pieces::least_size);
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

void write_head(JsonWriter& json, const Form& form, const ConstHead& head) {
    json.begin_object();
    json.member("treewright", "model");
    json.member("format", form.format);
    json.member("kind", form.kind);
    begin_section(json, "schema");
    write_schema(json, head.schema);
    begin_section(json, "options");
    json.begin_object();
    for (const NamedOption& option : head.options) json.member(option.name, option.value);
    json.end_object();
    begin_section(json, "provenance");
    write_provenance(json, head.provenance);
}

void write(const Model& model, int format, const model_file::TakeText& take) {
    Pieces pieces{{}, take};
    JsonWriter json(pieces.text);
    write_head(json, {"tree", format}, {model.schema, model.options, model.provenance});
    begin_section(json, "tree");
    write_tree(json, model.tree, format, pieces);
    if (model.unpruned) {
        begin_section(json, "unpruned");
        write_tree(json, *model.unpruned, format, pieces);
    }
    pieces.pass_on(0);  // the object is closed after the checksum
}

std::string write(const Model& model, int format) {
    std::string text;
    write(model, format, [&](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace treewright::model_text
