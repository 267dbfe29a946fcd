#include "treewright/rules/rule_file.h"

#include "treewright/base/error.h"
#include "treewright/base/json_writer.h"
#include "treewright/tree/model_envelope.h"
#include "treewright/tree/model_file.h"
#include "treewright/tree/model_text.h"

namespace treewright {
namespace {

// --- writing ---

template <typename Value>
void write_list(JsonWriter& json, std::string_view key, const std::vector<Value>& values) {
    json.key(key);
    json.begin_array();
    for (const Value& value : values) json.value(value);
    json.end_array();
}

void write_condition(JsonWriter& json, const RuleCondition& condition, const ColumnSchema& feature) {
    json.begin_object();
    json.member("feature", condition.feature);
    if (condition.above) json.member("above", *condition.above);
    if (condition.at_most) json.member("at_most", *condition.at_most);
    const bool bounded = condition.above || condition.at_most;
    if (holds_values(feature.type) && condition.known && !bounded) json.member("known", true);
    if (!condition.levels.empty()) write_list(json, "levels", condition.levels);
    if (condition.missing) json.member("missing", true);
    json.end_object();
}

void write_rule(JsonWriter& json, const Rule& rule, const Schema& schema) {
    json.begin_object();
    json.key("conditions");
    json.begin_array();
    for (const RuleCondition& condition : rule.conditions) write_condition(json, condition, schema.features[condition.feature]);
    json.end_array();
    json.member("label", rule.label);
    json.member("weight", rule.weight);
    write_list(json, "class_weights", rule.class_weights);
    json.member("first_weight", rule.first_weight);
    json.member("first_correct", rule.first_correct);
    json.member("error", rule.error);
    json.end_object();
}

std::string write_model(const RuleModel& model, int format) {
    std::string text;
    JsonWriter json(text);
    model_text::write_head(json, {rules_kind, format}, {model.schema, model.options, model.provenance});
    model_text::begin_section(json, "rules");
    json.begin_object();
    write_list(json, "class_weights", model.list.class_weights);
    json.key("list");
    json.begin_array();
    for (const Rule& rule : model.list.rules) {
        json.line_break();
        write_rule(json, rule, model.schema);
    }
    if (!model.list.rules.empty()) json.line_break();
    json.end_array();
    json.key("default");
    json.begin_object();
    json.member("label", model.list.default_label);
    write_list(json, "class_weights", model.list.default_weights);
    json.end_object();
    json.end_object();
    return text;  // the object is closed after the checksum
}

// --- reading ---

std::vector<double> read_weights(TextCursor& cursor) {
    std::vector<double> weights;
    cursor.list("[", ",", "]", [&] { weights.push_back(cursor.number()); });
    return weights;
}

double read_member(TextCursor& cursor, std::string_view opening) {
    cursor.expect(opening);
    return cursor.number();
}

RuleCondition read_condition(TextCursor& cursor, const Schema& schema) {
    RuleCondition condition;
    cursor.expect(R"({"feature":)");
    condition.feature = cursor.unsigned_number();
    if (cursor.take(R"(,"above":)")) condition.above = cursor.number();
    if (cursor.take(R"(,"at_most":)")) condition.at_most = cursor.number();
    const bool is_known = cursor.take(R"(,"known":true)");
    if (cursor.take(R"(,"levels":)")) cursor.list("[", ",", "]", [&] { condition.levels.push_back(cursor.signed_number()); });
    condition.missing = cursor.take(R"(,"missing":true)");
    cursor.expect("}");
    const bool values = condition.feature < schema.features.size() && holds_values(schema.features[condition.feature].type);
    condition.known = !values || is_known || condition.above || condition.at_most;
    return condition;
}

Rule read_rule(TextCursor& cursor, const Schema& schema) {
    Rule rule;
    cursor.expect(R"({"conditions":)");
    cursor.list("[", ",", "]", [&] { rule.conditions.push_back(read_condition(cursor, schema)); });
    cursor.expect(R"(,"label":)");
    rule.label = cursor.unsigned_number();
    rule.weight = read_member(cursor, R"(,"weight":)");
    cursor.expect(R"(,"class_weights":)");
    rule.class_weights = read_weights(cursor);
    rule.first_weight = read_member(cursor, R"(,"first_weight":)");
    rule.first_correct = read_member(cursor, R"(,"first_correct":)");
    rule.error = read_member(cursor, R"(,"error":)");
    cursor.expect("}");
    return rule;
}

RuleModel read_model(std::string_view text, const std::string& name) {
    TextCursor cursor(text, name);
    RuleModel model;
    model_text::read_head(cursor, rules_kind, {model.schema, model.options, model.provenance});
    cursor.expect(",\n\"rules\":");
    cursor.expect(R"({"class_weights":)");
    model.list.class_weights = read_weights(cursor);
    cursor.expect(R"(,"list":)");
    cursor.list("[\n", ",\n", "\n]", [&] { model.list.rules.push_back(read_rule(cursor, model.schema)); });
    cursor.expect(R"(,"default":{"label":)");
    model.list.default_label = cursor.unsigned_number();
    cursor.expect(R"(,"class_weights":)");
    model.list.default_weights = read_weights(cursor);
    cursor.expect("}}");
    if (!cursor.at_end()) cursor.fail("expected the checksum");
    return model;
}

RuleModel checked(std::string_view text, const std::string& name) {
    RuleModel model = read_model(text, name);
    if (const auto flaw = find_flaw(model)) throw model_file::malformed(name, *flaw);
    model_file::check_canonical(write_model(model, model_text::format_of(text)), text, name);
    return model;
}

}  // namespace

std::string to_bytes(const RuleModel& model) {
    const auto flaw = find_flaw(model);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
    return model_file::sealed(write_model(model, model_format_version));
}

RuleModel rules_from_bytes(std::string_view bytes, const std::string& name) {
    return checked(model_file::opened(bytes, name), name);
}

void save_rules(const RuleModel& model, const std::string& path) { model_file::write(to_bytes(model), path); }

}  // namespace treewright
