// treewright show: a saved model, for people and for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "cli/flags/common_options.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/dot.h"
#include "treewright/export/importance.h"
#include "treewright/export/json.h"
#include "treewright/export/mermaid.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/surrogate_text.h"
#include "treewright/export/text.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/model_report.h"
#include "treewright/report/provenance_report.h"
#include "treewright/training/train.h"

namespace treewright::cli {

namespace {

constexpr std::size_t any_depth = std::numeric_limits<std::size_t>::max();

/// A form of the tree that other programs draw.
struct Drawing {
    const char* flag;
    const char* sentence;
    std::string (*draw)(const Model& model, std::size_t depth, bool all_levels);
};

constexpr std::array drawings = {
    Drawing{"--dot", "print a Graphviz graph",
            [](const Model& model, std::size_t depth, bool all_levels) { return tree_dot(model, {depth, all_levels}); }},
    Drawing{"--mermaid", "print a Mermaid flowchart, for Markdown and wikis",
            [](const Model& model, std::size_t depth, bool all_levels) { return tree_mermaid(model, {depth, all_levels}); }},
};

struct ShowRequest {
    CommonOptions common;
    std::string model;
    std::size_t depth = any_depth;
    bool importance = false;
    bool provenance = false;
    std::array<bool, drawings.size()> drawn = {};

    [[nodiscard]] const Drawing* drawing() const {
        for (std::size_t i = 0; i < drawings.size(); ++i)
            if (drawn[i]) return &drawings[i];
        return nullptr;
    }
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
    parser.flag("--provenance", "print where the model came from, and the command that makes it again", request.provenance);
    for (std::size_t i = 0; i < drawings.size(); ++i) parser.flag(drawings[i].flag, drawings[i].sentence, request.drawn[i]);
    declare_levels(parser, request.common);
    declare_common(parser, request.common);
    parser.example("the first three levels", "treewright show adult.tree --depth 3");
    parser.example("a picture", "treewright show adult.tree --dot | dot -Tsvg > adult.svg");
}

void refuse_several_forms(const ShowRequest& request) {
    const Drawing* drawing = request.drawing();
    if (request.provenance && (drawing != nullptr || request.importance))
        throw usage_error("--provenance cannot be combined with --importance or a drawing: choose one");
    if (drawing == nullptr) return;
    if (request.importance || request.common.json)
        throw usage_error(fmt::format("{} cannot be combined with --importance or --json: choose one", drawing->flag));
    if (std::count(request.drawn.begin(), request.drawn.end(), true) > 1)
        throw usage_error(fmt::format("{} cannot be combined with another drawing: choose one", drawing->flag));
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
    const Drawing* drawing = request.drawing();
    if (drawing != nullptr || request.importance || request.depth != any_depth)
        throw input_error(fmt::format("{} holds a rule list: {} is for trees", request.model,
                                      drawing != nullptr   ? drawing->flag
                                      : request.importance ? "--importance"
                                                           : "--depth"));
    const RuleReport report = report_of(model, {});
    return request.common.json ? rules_json(report) : rules_text(report, style) + "\n" + list_summary(model);
}

std::string shown(const ShowRequest& request, const Model& model, TextStyle style) {
    if (request.common.json) return request.importance ? importance_json(model) : tree_json(model);
    if (request.importance) return importance_text(model.schema, importance_of(model), style);
    if (const Drawing* drawing = request.drawing()) return drawing->draw(model, request.depth, style.all_levels);
    style.max_depth = request.depth;
    const std::string surrogates = surrogates_text(model, style);
    return tree_text(model, style) + "\n" + surrogates + (surrogates.empty() ? "" : "\n") + summary_text(model);
}

}  // namespace

void run_show(const Arguments& arguments, Console& console) {
    ShowRequest request;
    ArgumentParser parser("show", "print a saved tree as text, Graphviz, Mermaid or JSON");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    refuse_several_forms(request);
    const AnyModel model = load_any_model(request.model);
    if (request.provenance) return console.print(request.common.json ? provenance_json(model) : provenance_text(model));
    console.print(std::visit([&](const auto& tree_or_list) { return shown(request, tree_or_list, console.style()); }, model));
}

}  // namespace treewright::cli
