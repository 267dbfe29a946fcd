// Reads the model file (docs/model-file.md).
#include <charconv>

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/tree/model_file.h"
#include "treewright/tree/model_text.h"
#include "treewright/tree/text_cursor.h"

namespace treewright::model_text {
namespace {

template <typename Enum, std::size_t count>
Enum read_word(TextCursor& cursor, const Words<Enum, count>& words) {
    for (const auto& [value, word] : words)
        if (cursor.take(fmt::format("\"{}\"", word))) return value;
    cursor.fail("an unknown type or kind");
}

std::vector<std::string> read_strings(TextCursor& cursor) {
    std::vector<std::string> strings;
    cursor.list("[", ",", "]", [&] { strings.push_back(cursor.string()); });
    return strings;
}

PartOf read_part_of(TextCursor& cursor) {
    PartOf part_of;
    cursor.expect(R"({"column":)");
    part_of.column = cursor.string();
    cursor.expect(R"(,"type":)");
    part_of.type = read_word(cursor, column_types);
    cursor.expect(R"(,"part":)");
    part_of.part = read_word(cursor, date_parts);
    cursor.expect("}");
    return part_of;
}

/// Every member is optional; the first that is present has no comma before it.
ColumnReading read_reading(TextCursor& cursor) {
    ColumnReading reading;
    cursor.expect("{");
    bool first = true;
    const auto has = [&](std::string_view key) {
        const bool found = cursor.take(fmt::format(R"({}"{}":)", first ? "" : ",", key));
        first = first && !found;
        return found;
    };
    if (has("missing_words")) reading.missing_words = read_strings(cursor);
    if (has("decimal_sign")) reading.decimal_sign = cursor.string();
    if (has("thousands_separator")) reading.thousands_separator = cursor.string();
    if (has("prefix")) reading.prefix = cursor.string();
    if (has("unit")) reading.unit = cursor.string();
    if (has("trailing_minus")) {
        cursor.expect("true");
        reading.trailing_minus = true;
    }
    if (has("date_format")) reading.date_format = cursor.string();
    if (has("folds_case")) {
        cursor.expect("true");
        reading.folds_case = true;
    }
    if (has("part_of")) reading.part_of = read_part_of(cursor);
    cursor.expect("}");
    return reading;
}

ColumnSchema read_column(TextCursor& cursor, int format) {
    ColumnSchema column;
    cursor.expect(R"({"name":)");
    column.name = cursor.string();
    cursor.expect(R"(,"type":)");
    column.type = read_word(cursor, column_types);
    if (cursor.take(R"(,"levels":)")) column.levels = read_strings(cursor);
    if (format >= 2 && cursor.take(R"(,"reading":)")) column.reading = read_reading(cursor);
    cursor.expect("}");
    return column;
}

Schema read_schema(TextCursor& cursor, int format) {
    Schema schema;
    cursor.expect(R"({"features":)");
    cursor.list("[\n", ",\n", "\n]", [&] { schema.features.push_back(read_column(cursor, format)); });
    cursor.expect(R"(,"target":)");
    schema.target = read_column(cursor, format);
    cursor.expect("}");
    return schema;
}

std::vector<NamedOption> read_options(TextCursor& cursor) {
    std::vector<NamedOption> options;
    if (cursor.take("{}")) return options;
    cursor.expect("{");
    do {
        NamedOption option;
        option.name = cursor.string();
        cursor.expect(":");
        option.value = cursor.string();
        options.push_back(std::move(option));
    } while (cursor.take(","));
    cursor.expect("}");
    return options;
}

std::vector<LeftOutColumn> read_left_out(TextCursor& cursor) {
    std::vector<LeftOutColumn> columns;
    cursor.list("[", ",", "]", [&] {
        LeftOutColumn& column = columns.emplace_back();
        cursor.expect(R"({"name":)");
        column.name = cursor.string();
        cursor.expect(R"(,"reason":)");
        column.reason = read_word(cursor, left_out_reasons);
        cursor.expect("}");
    });
    return columns;
}

Provenance read_provenance(TextCursor& cursor, int format) {
    Provenance provenance;
    cursor.expect(R"({"total_weight":)");
    provenance.total_weight = cursor.number();
    cursor.expect(R"(,"content_hash":)");
    provenance.content_hash = cursor.string();
    cursor.expect(R"(,"program_version":)");
    provenance.program_version = cursor.string();
    if (format >= 2 && cursor.take(R"(,"seed":)")) provenance.seed = cursor.large_number();
    if (format >= 2 && cursor.take(R"(,"left_out":)")) provenance.left_out = read_left_out(cursor);
    if (format >= 2 && cursor.take(R"(,"reading":)")) provenance.reading = read_options(cursor);
    cursor.expect("}");
    return provenance;
}

/// The number of values in a list of levels or children, which are appended to `all`.
template <typename Value, typename ReadOne>
std::uint32_t append_list(TextCursor& cursor, std::vector<Value>& all, const ReadOne& read_one) {
    const std::size_t before = all.size();
    cursor.list("[", ",", "]", [&] { all.push_back(read_one()); });
    if (all.size() > UINT32_MAX) cursor.fail("more children or levels than a tree can have");
    return static_cast<std::uint32_t>(all.size() - before);
}

void read_sets(TextCursor& cursor, Tree& tree, Node& node) {
    const auto read_level = [&] { return cursor.signed_number(); };
    node.first_level = size32(tree.levels);
    cursor.expect(R"(,"left":)");
    node.left_levels = append_list(cursor, tree.levels, read_level);
    cursor.expect(R"(,"right":)");
    node.right_levels = append_list(cursor, tree.levels, read_level);
    node.heuristic = cursor.take(R"(,"heuristic":true)");
}

Surrogate read_surrogate(TextCursor& cursor, Tree& tree) {
    Surrogate surrogate;
    cursor.expect(R"({"feature":)");
    surrogate.feature = cursor.unsigned_number();
    if (cursor.take(R"(,"threshold":)")) {
        surrogate.threshold = cursor.number();
        surrogate.reversed = cursor.take(R"(,"reversed":true)");
    } else {
        const auto read_level = [&] { return cursor.signed_number(); };
        surrogate.kind = SplitKind::subset;
        surrogate.first_level = size32(tree.surrogate_levels);
        cursor.expect(R"(,"left":)");
        surrogate.left_levels = append_list(cursor, tree.surrogate_levels, read_level);
        cursor.expect(R"(,"right":)");
        surrogate.right_levels = append_list(cursor, tree.surrogate_levels, read_level);
    }
    cursor.expect(R"(,"agreeing_weight":)");
    surrogate.agreeing_weight = cursor.number();
    cursor.expect(R"(,"known_weight":)");
    surrogate.known_weight = cursor.number();
    cursor.expect("}");
    return surrogate;
}

/// An empty list is not written.
void read_surrogates(TextCursor& cursor, Tree& tree, Node& node) {
    node.first_surrogate = size32(tree.surrogates);
    node.surrogate_count = append_list(cursor, tree.surrogates, [&] { return read_surrogate(cursor, tree); });
    if (node.surrogate_count == 0) cursor.fail("expected a surrogate");
}

void read_split(TextCursor& cursor, Tree& tree, Node& node) {
    cursor.expect(R"(,"feature":)");
    node.feature = cursor.unsigned_number();
    if (node.kind == SplitKind::threshold) {
        cursor.expect(R"(,"threshold":)");
        node.threshold = cursor.number();
    }
    if (node.kind == SplitKind::subset) read_sets(cursor, tree, node);
    node.missing_branch = cursor.take(R"(,"missing_branch":true)");
    node.first_child = size32(tree.children);
    cursor.expect(R"(,"children":)");
    node.child_count = append_list(cursor, tree.children, [&] { return cursor.unsigned_number(); });
    cursor.expect(R"(,"missing_child":)");
    node.missing_child = cursor.unsigned_number();
    if (cursor.take(R"(,"missing_weight":)")) node.missing_weight = cursor.number();
    if (cursor.take(R"(,"surrogates":)")) read_surrogates(cursor, tree, node);
}

NodeTest read_test(TextCursor& cursor) {
    NodeTest test;
    cursor.expect(R"({"p_value":)");
    test.p_value = cursor.number();
    cursor.expect(R"(,"tests_at_node":)");
    test.tests_at_node = cursor.number();
    cursor.expect(R"(,"tests_of_feature":)");
    test.tests_of_feature = cursor.number();
    test.approximate = cursor.take(R"(,"approximate":true)");
    cursor.expect("}");
    return test;
}

void read_figures(TextCursor& cursor, Tree& tree, Node& node) {
    if (tree.classes == 0) {
        cursor.expect(R"(,"mean":)");
        node.mean = cursor.number();
    } else {
        cursor.expect(R"(,"label":)");
        node.label = cursor.unsigned_number();
    }
    cursor.expect(R"(,"weight":)");
    node.weight = cursor.number();
    if (tree.classes != 0) {
        cursor.expect(R"(,"class_weights":)");
        std::vector<double> weights;
        weights.reserve(tree.classes);
        cursor.list("[", ",", "]", [&] { weights.push_back(cursor.number()); });
        if (weights.size() != tree.classes) cursor.fail("a node needs a weight for each class");
        tree.class_weights.add_row(tree.classes, [&](std::size_t j) { return weights[j]; });
    }
    cursor.expect(R"(,"impurity":)");
    node.impurity = cursor.number();
}

Node read_node(TextCursor& cursor, Tree& tree, int format) {
    Node node;
    cursor.expect(R"({"kind":)");
    node.kind = read_word(cursor, split_kinds);
    if (node.is_leaf() && format >= 2) {
        cursor.expect(R"(,"predicts":)");
        node.leaf = read_word(cursor, leaf_kinds);
    }
    if (!node.is_leaf()) read_split(cursor, tree, node);
    read_figures(cursor, tree, node);
    if (!node.is_leaf()) {
        cursor.expect(R"(,"gain":)");
        node.gain = cursor.number();
    }
    if (cursor.take(R"(,"test":)")) node.test = read_test(cursor);
    cursor.expect("}");
    return node;
}

void read_missing_policy(TextCursor& cursor, Tree& tree, int format) {
    if (format == 1) {
        if (cursor.take(R"("fractional":true,)")) tree.missing = MissingPolicy::all_children;
        return;
    }
    cursor.expect(R"("missing":)");
    tree.missing = read_word(cursor, missing_policies);
    cursor.expect(",");
}

Tree read_tree(TextCursor& cursor, std::size_t classes, int format) {
    Tree tree;
    tree.classes = classes;
    cursor.expect("{");
    read_missing_policy(cursor, tree, format);
    if (cursor.take(R"("losses":)")) {
        cursor.list("[", ",", "]", [&] { tree.losses.push_back(cursor.number()); });
        if (tree.losses.empty()) cursor.fail("expected losses");
        cursor.expect(",");
    }
    cursor.expect(R"("nodes":)");
    cursor.list("[\n", ",\n", "\n]", [&] { tree.nodes.push_back(read_node(cursor, tree, format)); });
    cursor.expect("}");
    return tree;
}

/// In format 1 only the option says so.
void note_refusal(const Model& model, Tree& tree) {
    const bool refuses = model.option("missing") == "error" && tree.missing == MissingPolicy::default_child;
    if (refuses) tree.missing = MissingPolicy::refuse;
}

}  // namespace

int read_head(TextCursor& cursor, std::string_view kind, const Head& head) {
    cursor.expect(opening);
    const int format = cursor.signed_number();
    cursor.expect(fmt::format(R"(,"kind":"{}",)", kind));
    cursor.expect("\n\"schema\":");
    head.schema = read_schema(cursor, format);
    cursor.expect(",\n\"options\":");
    head.options = read_options(cursor);
    cursor.expect(",\n\"provenance\":");
    head.provenance = read_provenance(cursor, format);
    return format;
}

int format_of(std::string_view text) {
    int format = 0;
    std::from_chars(text.data() + opening.size(), text.data() + text.size(), format);
    return format;
}

Model read(std::string_view text, const std::string& name) {
    TextCursor cursor(text, name);
    Model model;
    const int format = read_head(cursor, "tree", {model.schema, model.options, model.provenance});
    cursor.expect(",\n\"tree\":");
    model.tree = read_tree(cursor, model.schema.classes().size(), format);
    if (cursor.take(",\n\"unpruned\":")) model.unpruned = read_tree(cursor, model.tree.classes, format);
    if (!cursor.at_end()) cursor.fail("expected the checksum");
    if (format == 1) {
        note_refusal(model, model.tree);
        if (model.unpruned) note_refusal(model, *model.unpruned);
    }
    return model;
}

}  // namespace treewright::model_text
