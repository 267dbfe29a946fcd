// treewright show: a saved model, for people and for other programs.
#include <fmt/format.h>

#include <limits>

#include "cli/flags/common_options.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/dot.h"
#include "treewright/export/importance.h"
#include "treewright/export/json.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/surrogate_text.h"
#include "treewright/export/text.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/model_report.h"
#include "treewright/training/train.h"

namespace treewright::cli {

namespace {

struct ShowRequest {
    CommonOptions common;
    std::string model;
    std::size_t depth = std::numeric_limits<std::size_t>::max();
    bool importance = false;
    bool dot = false;
};

void declare(ArgumentParser& parser, ShowRequest& request) {
    parser.explain(
        "Draws the tree as text, with a summary below it, unless another format is chosen. A rule list is printed as "
        "sentences, or as JSON.");
    parser.positional("MODEL", "a model file, saved by 'treewright train … -o MODEL'", request.model);
    parser.group("Format");
    parser.option({"--depth", "N", "draw the tree down to this depth, and only count the nodes below [all]", Times::once},
                  [&request](const std::string& text) {
                      request.depth = whole_number("--depth", text, 0, std::numeric_limits<std::uint32_t>::max());
                  });
    parser.flag("--importance", "print only the feature importance: the share of each feature in the total gain",
                request.importance);
    parser.flag("--dot", "print a Graphviz graph", request.dot);
    declare_common(parser, request.common);
    parser.example("the first three levels", "treewright show adult.tree --depth 3");
    parser.example("a picture", "treewright show adult.tree --dot | dot -Tsvg > adult.svg");
}

std::string importance_json(const Model& model) {
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_object();
    json.key("importance");
    write_importance(json, model.schema, importance_of(model));
    json.end_object();
    return text + "\n";
}

std::string shown(const ShowRequest& request, const RuleModel& model, TextStyle style) {
    if (request.dot || request.importance || request.depth != std::numeric_limits<std::size_t>::max())
        throw input_error(fmt::format("{} holds a rule list: {} is for trees", request.model,
                                      request.dot          ? "--dot"
                                      : request.importance ? "--importance"
                                                           : "--depth"));
    const RuleReport report = report_of(model, {});
    return request.common.json ? rules_json(report) : rules_text(report, style) + "\n" + list_summary(model);
}

std::string shown(const ShowRequest& request, const Model& model, TextStyle style) {
    if (request.common.json) return request.importance ? importance_json(model) : tree_json(model);
    if (request.importance) return importance_text(model.schema, importance_of(model), style);
    if (request.dot) return tree_dot(model, {request.depth});
    style.max_depth = request.depth;
    const std::string surrogates = surrogates_text(model, style);
    return tree_text(model, style) + "\n" + surrogates + (surrogates.empty() ? "" : "\n") + summary_text(model);
}

}  // namespace

void run_show(const Arguments& arguments, Console& console) {
    ShowRequest request;
    ArgumentParser parser("show", "print a saved tree as text, Graphviz or JSON");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.dot && (request.importance || request.common.json))
        throw usage_error("--dot cannot be combined with --importance or --json: choose one");
    const AnyModel model = load_any_model(request.model);
    console.print(std::visit([&](const auto& tree_or_list) { return shown(request, tree_or_list, console.style()); }, model));
}

}  // namespace treewright::cli
