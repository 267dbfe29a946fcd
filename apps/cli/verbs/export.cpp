// treewright export: a tree as a program, a query or a file of other software.
#include <fmt/format.h>

#include <algorithm>

#include <vector>

#include "cli/flags/common_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/targets.h"
#include "treewright/prediction/any_model.h"

namespace treewright::cli {

namespace {

struct ExportRequest {
    CommonOptions common;
    std::string model;
    std::string target;
    ExportOptions options;
    OutputOptions output;
};

std::vector<std::string> list_of_targets() {
    std::vector<std::string> names;
    for (const ExportTarget& target : export_targets()) names.emplace_back(target.name);
    return names;
}

std::string names_of_targets() {
    const std::vector<std::string> names = list_of_targets();
    return fmt::format("{}", fmt::join(names, "|"));
}

void declare(ArgumentParser& parser, ExportRequest& request) {
    parser.explain(
        "Writes a tree as a program, a query or a file of other software that gives the same answers: the same label and leaf for every row, "
        "missing and unseen values included. 'treewright verify' replays an export on its real consumer.");
    for (const ExportTarget& target : export_targets())
        parser.explain(fmt::format("{}: {}", target.name, target.sentence));
    parser.positional("MODEL", "a model file, saved by 'treewright train … -o MODEL'", request.model);
    parser.group("Target");
    parser.option({"--to", "TARGET", "what to write; by default what the extension of FILE says", Times::once, list_of_targets()},
                  [&request](const std::string& text) { request.target = text; });
    declare_fields(parser, export_parameters(), request.options);
    declare_output(parser, request.output, "write to FILE");
    declare_common(parser, request.common);
    parser.example("a C header", "treewright export adult.tree --to c -o adult.h");
    parser.example("a query for SQLite", "treewright export adult.tree --to sql --dialect sqlite --table people");
}

/// --to, else what the extension of the file says.
const ExportTarget& target_of(const ExportRequest& request) {
    if (!request.target.empty()) return export_target(request.target);
    const auto targets = export_targets();
    const auto found = std::ranges::find_if(targets, [&](const ExportTarget& target) { return request.output.path.ends_with(target.extension); });
    if (found == targets.end())
        throw usage_error(request.output.to_file() ? fmt::format("the name of {} does not say what to write: add --to, which is one of {}",
                                                                 request.output.path, names_of_targets())
                                                   : fmt::format("--to is missing: it is one of {}", names_of_targets()));
    return *found;
}

}  // namespace

void run_export(const Arguments& arguments, Console& console) {
    ExportRequest request;
    ArgumentParser parser("export", "write a tree as a program, a query or a file of other software");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    const ExportTarget& target = target_of(request);
    check_output(request.output, {request.model});
    const AnyModel model = load_any_model(request.model);
    const auto* tree = std::get_if<Model>(&model);
    if (tree == nullptr)
        throw input_error(fmt::format("{} holds a rule list: 'export' is for trees", request.model));
    OutputFile out(request.output, console);
    out.write(exported(*tree, target, request.options));
    out.commit();
}

}  // namespace treewright::cli
