// treewright parameters: the catalogue, as docs/parameters.md has it.
#include "treewright/face/parameters.h"
#include "cli/flags/common_options.h"
#include "cli/verbs.h"

namespace treewright::cli {

void run_parameters(const Arguments& arguments, Console& console) {
    CommonOptions common;
    ArgumentParser parser("parameters", "list every parameter with its default, those of training in each preset");
    parser.explain("Prints a Markdown table.");
    declare_common(parser, common);
    parser.example("the defaults of all presets, side by side", "treewright parameters");
    parser.example("for a program", "treewright parameters --json");
    if (!parse_or_help(parser, arguments, common, console)) return;
    console.print(common.json ? parameters_json(command_line_spelling) : parameters_markdown(command_line_spelling));
}

}  // namespace treewright::cli
