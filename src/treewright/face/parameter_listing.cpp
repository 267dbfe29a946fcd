// The catalogue as a page and for programs.
#include <fmt/format.h>

#include "treewright/base/json_writer.h"
#include "treewright/face/parameters.h"
#include "treewright/training/catalogue.h"

namespace treewright {

namespace {

const std::vector<std::string>& presets() { return parameters().front().choices; }

TrainOptions options_under(const std::string& preset) {
    TrainOptions options;
    parameters().front().set(options, preset);
    return options;
}

// --- Markdown -----------------------------------------------------------------------------------------------------------------

/// A bar would end the cell.
std::string in_a_cell(std::string_view text) {
    std::string cell;
    for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
    return cell;
}

std::string first_cells(const Parameter& parameter) {
    std::string takes;
    for (const std::string& word : parameter.choices) takes += (takes.empty() ? "`" : ", `") + word + "`";
    if (!parameter.unit.empty()) takes += fmt::format("{}`{}`", takes.empty() ? "" : ", ", in_a_cell(parameter.unit));
    return fmt::format("| `{}` | {} | {} |", named(parameter.name), takes, parameter.sentence);
}

std::string learner_table() {
    std::string text = fmt::format("| parameter | takes | what it does | `{}` |\n|---|---|---|", fmt::join(presets(), "` | `"));
    for (std::size_t i = 0; i < presets().size(); ++i) text += "---|";
    for (const LearnerParameter& parameter : parameters()) {
        text += "\n" + first_cells(parameter);
        for (const std::string& preset : presets()) text += fmt::format(" {} |", parameter.get(options_under(preset)));
    }
    return text + "\n";
}

std::string group_table(const ListedGroup& group) {
    std::string text =
        fmt::format("\n## {}\n\n| parameter | takes | what it does | default |\n|---|---|---|---|\n", group.title);
    for (const Parameter* parameter : group.parameters)
        text += fmt::format("{} {} |\n", first_cells(*parameter), parameter->usual_text);
    return text;
}

// --- JSON ---------------------------------------------------------------------------------------------------------------------

std::string_view word_of(ParameterKind kind) {
    switch (kind) {
        case ParameterKind::integer: return "integer";
        case ParameterKind::real: return "real";
        case ParameterKind::choice: return "choice";
        case ParameterKind::toggle: return "toggle";
        case ParameterKind::text: return "text";
        case ParameterKind::names: return "names";
        case ParameterKind::texts: return "texts";
        case ParameterKind::level_orders: return "level-orders";
        case ParameterKind::class_numbers: return "class-numbers";
        case ParameterKind::shares: return "shares";
        case ParameterKind::cost_table: return "cost-table";
    }
    return {};
}

void write_names(JsonWriter& json, const std::vector<std::string>& names) {
    json.begin_array();
    for (const std::string& name : names) json.value(name);
    json.end_array();
}

/// Tables of classes have no default, so that they do not come here.
void write_value(JsonWriter& json, const Parameter& parameter, const ParameterValue& value) {
    if (std::holds_alternative<std::monostate>(value)) return json.null();
    if (const auto* yes = std::get_if<bool>(&value)) return json.value(*yes);
    if (const auto* number = std::get_if<std::uint64_t>(&value)) return json.value(*number);
    if (const auto* number = std::get_if<double>(&value)) return json.value(*number);
    if (const auto* names = std::get_if<std::vector<std::string>>(&value)) return write_names(json, *names);
    json.value(parameter.text_of(value));
}

void write_limits(JsonWriter& json, const Parameter& parameter) {
    if (!parameter.choices.empty()) {
        json.key("choices");
        write_names(json, parameter.choices);
    }
    if (parameter.kind == ParameterKind::integer || parameter.kind == ParameterKind::real) {
        json.member("lowest", parameter.range.lowest);
        if (parameter.range.highest != ParameterRange::unbounded) json.member("highest", parameter.range.highest);
        if (parameter.range.open) json.member("open", true);
    }
    if (!parameter.absent.empty()) json.member("absent", parameter.absent);
}

template <class Write>
void write_defaults(JsonWriter& json, std::string_view key, const Write& write) {
    json.key(key);
    json.begin_object();
    for (const std::string& preset : presets()) {
        json.key(preset);
        write(options_under(preset));
    }
    json.end_object();
}

void begin_parameter(JsonWriter& json, const Parameter& parameter, std::string_view group, const Spelling& spelling) {
    json.begin_object();
    json.member("name", parameter.name);
    json.member("kind", word_of(parameter.kind));
    json.member("group", group);
    json.member("takes", parameter.takes());
    write_limits(json, parameter);
    if (parameter.adds_up) json.member("adds_up", true);
    json.member("sentence", spelled(parameter.sentence, spelling));
}

void write_learner(JsonWriter& json, const ListedGroup& group, const Spelling& spelling) {
    for (const LearnerParameter& parameter : parameters()) {
        begin_parameter(json, parameter, group.word, spelling);
        write_defaults(json, "defaults", [&](const TrainOptions& options) { json.value(parameter.get(options)); });
        write_defaults(json, "values",
                       [&](const TrainOptions& options) { write_value(json, parameter, parameter.value(options)); });
        json.end_object();
    }
}

void write_group(JsonWriter& json, const ListedGroup& group, const Spelling& spelling) {
    if (group.group == ParameterGroup::learner) return write_learner(json, group, spelling);
    for (const Parameter* parameter : group.parameters) {
        begin_parameter(json, *parameter, group.word, spelling);
        json.member("default", parameter->usual_text);
        json.key("value");
        write_value(json, *parameter, parameter->usual);
        json.end_object();
    }
}

}  // namespace

std::string parameters_markdown(const Spelling& spelling) {
    std::string text = learner_table();
    for (const ListedGroup& group : parameter_groups())
        if (group.group != ParameterGroup::learner) text += group_table(group);
    return spelled(text, spelling);
}

std::string parameters_json(const Spelling& spelling) {
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_array();
    for (const ListedGroup& group : parameter_groups()) write_group(json, group, spelling);
    json.end_array();
    return text + "\n";
}

}  // namespace treewright
