// treewright parameters: the catalogue, as docs/parameters.md has it.
#include "cli/flags/common_options.h"
#include "cli/verbs.h"
#include "treewright/base/json_writer.h"
#include "treewright/training/catalogue.h"

namespace treewright::cli {

namespace {

void write_defaults(JsonWriter& json, const Parameter& parameter) {
    json.key("defaults");
    json.begin_object();
    for (const std::string& preset : choices_of(*find_parameter("preset"))) {
        TrainOptions options;
        find_parameter("preset")->set(options, preset);
        json.member(preset, parameter.get(options));
    }
    json.end_object();
}

std::string parameters_json() {
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_array();
    for (const Parameter& parameter : parameters()) {
        json.begin_object();
        json.member("name", parameter.name);
        json.member("takes", parameter.value);
        json.member("sentence", spelled(parameter.sentence, command_line_spelling));
        write_defaults(json, parameter);
        json.end_object();
    }
    json.end_array();
    return text + "\n";
}

}  // namespace

void run_parameters(const Arguments& arguments, Console& console) {
    CommonOptions common;
    ArgumentParser parser("parameters", "every parameter of training with its defaults under each preset");
    parser.explain("Prints a table in Markdown.");
    declare_common(parser, common);
    parser.example("the defaults of all presets, side by side", "treewright parameters");
    parser.example("for a program", "treewright parameters --json");
    if (!parse_or_help(parser, arguments, common, console)) return;
    console.print(common.json ? parameters_json() : parameters_markdown(command_line_spelling));
}

}  // namespace treewright::cli
