// The catalogue as a page and for programs.
#include <fmt/format.h>

#include "treewright/base/json_writer.h"
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

std::string first_cells(const Parameter& parameter) {
    std::string takes;
    for (const std::string& word : parameter.choices) takes += (takes.empty() ? "`" : ", `") + word + "`";
    if (!parameter.unit.empty()) takes += fmt::format("{}`{}`", takes.empty() ? "" : ", ", parameter.unit);
    return fmt::format("| `{}` | {} | {} |", named(parameter.name), takes, parameter.sentence);
}

std::string learner_table() {
    std::string text = fmt::format("| parameter | takes | what it does | `{}` |\n|---|---|---|", fmt::join(presets(), "` | `"));
    for (std::size_t i = 0; i < presets().size(); ++i) text += "---|";
    for (const Parameter& parameter : parameters()) {
        text += "\n" + first_cells(parameter);
        for (const std::string& preset : presets()) text += fmt::format(" {} |", parameter.get(options_under(preset)));
    }
    return text + "\n";
}

std::string other_table() {
    std::string text = "| parameter | takes | what it does | default |\n|---|---|---|---|\n";
    for (const Parameter& parameter : all_parameters().subspan(parameters().size()))
        text += fmt::format("{} {} |\n", first_cells(parameter), parameter.get({}));
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
        case ParameterKind::class_numbers: return "class-numbers";
        case ParameterKind::cost_table: return "cost-table";
    }
    return {};
}

std::string_view word_of(ParameterOwner owner) {
    switch (owner) {
        case ParameterOwner::learner: return "learner";
        case ParameterOwner::classes: return "classes";
        case ParameterOwner::run: return "run";
    }
    return {};
}

/// Tables of classes have no default, so that they do not come here.
void write_value(JsonWriter& json, const Parameter& parameter, const ParameterValue& value) {
    if (std::holds_alternative<std::monostate>(value)) return json.null();
    if (const auto* yes = std::get_if<bool>(&value)) return json.value(*yes);
    if (const auto* number = std::get_if<std::uint64_t>(&value)) return json.value(*number);
    if (const auto* number = std::get_if<double>(&value)) return json.value(*number);
    json.value(parameter.text_of(value));
}

void write_limits(JsonWriter& json, const Parameter& parameter) {
    if (!parameter.choices.empty()) {
        json.key("choices");
        json.begin_array();
        for (const std::string& word : parameter.choices) json.value(word);
        json.end_array();
    }
    if (parameter.kind == ParameterKind::integer || parameter.kind == ParameterKind::real) {
        json.member("lowest", parameter.range.lowest);
        if (parameter.range.highest != ParameterRange::unbounded) json.member("highest", parameter.range.highest);
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

void write_parameter(JsonWriter& json, const Parameter& parameter, const Spelling& spelling) {
    json.begin_object();
    json.member("name", parameter.name);
    json.member("kind", word_of(parameter.kind));
    json.member("owner", word_of(parameter.owner));
    json.member("takes", parameter.takes());
    write_limits(json, parameter);
    json.member("sentence", spelled(parameter.sentence, spelling));
    write_defaults(json, "defaults", [&](const TrainOptions& options) { json.value(parameter.get(options)); });
    write_defaults(json, "values",
                   [&](const TrainOptions& options) { write_value(json, parameter, parameter.value(options)); });
    json.end_object();
}

}  // namespace

std::string parameters_markdown(const Spelling& spelling) {
    return spelled(learner_table() + "\nNot part of a preset:\n\n" + other_table(), spelling);
}

std::string parameters_json(const Spelling& spelling) {
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_array();
    for (const Parameter& parameter : all_parameters()) write_parameter(json, parameter, spelling);
    json.end_array();
    return text + "\n";
}

}  // namespace treewright
