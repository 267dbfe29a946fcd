// treewright show: a saved model, for people and for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/flags/common_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/dot.h"
#include "treewright/export/html_page.h"
#include "treewright/export/importance.h"
#include "treewright/export/json.h"
#include "treewright/export/mermaid.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/surrogate_text.h"
#include "treewright/export/svg_rules.h"
#include "treewright/export/svg_tree.h"
#include "treewright/export/text.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/model_report.h"
#include "treewright/report/page.h"
#include "treewright/report/provenance_report.h"
#include "treewright/training/train.h"

namespace treewright::cli {

namespace {

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
    DrawingOptions excerpt;
    OutputOptions svg = {{}, false, "--svg"};
    OutputOptions html = {{}, false, "--html"};
    bool force = false;
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
    parser.flag("--importance", "print only the feature importance: the share of each feature in the total gain",
                request.importance);
    parser.flag("--provenance", "print where the model came from, and the command that makes it again", request.provenance);
    for (std::size_t i = 0; i < drawings.size(); ++i) parser.flag(drawings[i].flag, drawings[i].sentence, request.drawn[i]);
    parser.text("--svg", "FILE", "save a drawing as an SVG file (-: print it)", request.svg.path);
    parser.text("--html", "FILE",
                "save a page as an HTML file, which loads nothing: the drawing to explore, its rules, the path of any row (-: print it)",
                request.html.path);
    parser.flag("--force", "overwrite FILE if it exists", request.force);
    parser.group("What is drawn");
    declare_fields(parser, drawing_parameters(), request.excerpt);
    declare_levels(parser, request.common);
    declare_common(parser, request.common);
    parser.example("the first three levels", "treewright show adult.tree --depth 3");
    parser.example("a picture", "treewright show adult.tree --svg adult.svg");
    parser.example("a page to explore it", "treewright show adult.tree --html adult.html");
    parser.example("its upper part, to the right", "treewright show adult.tree --svg top.svg --depth 4 --direction right");
}

void refuse_drawing_options(const ShowRequest& request, const ArgumentParser& parser) {
    if (!request.svg.path.empty()) return;
    for (const char* option : {"--min-rows", "--direction"})
        if (parser.given(option)) throw usage_error(fmt::format("{} is for drawings in a file: add --svg FILE", option));
    if (request.html.path.empty() && request.force)
        throw usage_error("--force is for drawings in a file: add --svg FILE or --html FILE");
    if (!request.html.path.empty() && parser.given("--depth"))
        throw usage_error("--depth is not for --html: the page holds the whole tree and has a filter for its depth");
}

void refuse_several_forms(const ShowRequest& request) {
    const bool is_other = request.drawing() != nullptr || request.importance || request.provenance || request.common.json;
    for (const OutputOptions* file : {&request.svg, &request.html})
        if (!file->path.empty() && (is_other || (file == &request.html && !request.svg.path.empty())))
            throw usage_error(fmt::format("{} cannot be combined with another form of the model: choose one", file->option));
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
    if (drawing != nullptr || request.importance)
        throw input_error(fmt::format("{} holds a rule list: {} is for trees", request.model,
                                      drawing != nullptr ? drawing->flag : "--importance"));
    const RuleReport report = report_of(model, {});
    return request.common.json ? rules_json(report) : rules_text(report, style) + "\n" + list_summary(model);
}

std::string shown(const ShowRequest& request, const Model& model, TextStyle style) {
    if (request.common.json) return request.importance ? importance_json(model) : tree_json(model);
    if (request.importance) return importance_text(model.schema, importance_of(model), style);
    if (const Drawing* drawing = request.drawing()) return drawing->draw(model, request.excerpt.depth, style.all_levels);
    style.max_depth = request.excerpt.depth;
    const std::string surrogates = surrogates_text(model, style);
    return tree_text(model, style) + "\n" + surrogates + (surrogates.empty() ? "" : "\n") + summary_text(model);
}

void refuse_excerpt(const ShowRequest& request, const ArgumentParser& parser) {
    for (const ParameterOf<DrawingOptions>& parameter : drawing_parameters())
        if (const std::string flag = fmt::format("--{}", parameter.name); parser.given(flag))
            throw input_error(fmt::format("{} holds a rule list: {} is for trees", request.model, flag));
}

/// To its file, with a line that says so.
void write_form(const OutputOptions& output, std::string_view label, const std::string& text, Console& console) {
    OutputFile out(output, console);
    out.write(text);
    out.commit();
    if (output.to_file()) console.print(summary_line(label, output.path));
}

/// More than any screen or slide shows at once.
void note_if_wide(std::string_view svg, Console& console) {
    constexpr std::size_t widest = 4000;
    const std::size_t width = svg_width(svg);
    if (width <= widest) return;
    console.messages().note(fmt::format("the drawing is {} pixels wide: --depth 4 draws its upper part, --min-rows folds small branches, and "
                                        "--html FILE makes a page to explore it",
                                        width));
    console.print_messages();
}

std::string svg_of(const ShowRequest& request, const AnyModel& model) {
    const auto* tree = std::get_if<Model>(&model);
    return tree != nullptr ? tree_svg(*tree, request.excerpt) : rules_svg(std::get<RuleModel>(model));
}

}  // namespace

void run_show(const Arguments& arguments, Console& console) {
    ShowRequest request;
    ArgumentParser parser("show", "draw a saved tree as text, SVG, HTML, Graphviz, Mermaid or JSON");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    refuse_several_forms(request);
    refuse_drawing_options(request, parser);
    request.svg.force = request.html.force = request.force;
    check_name(request.svg, "SVG");
    check_name(request.html, "HTML");
    check_output(request.svg, {request.model});
    check_output(request.html, {request.model});
    const AnyModel model = load_any_model(request.model);
    if (std::holds_alternative<RuleModel>(model)) refuse_excerpt(request, parser);
    if (!request.svg.path.empty()) {
        const std::string svg = svg_of(request, model);
        note_if_wide(svg, console);
        return write_form(request.svg, "drawing", svg, console);
    }
    if (!request.html.path.empty())
        return write_form(request.html, "page", std::visit([](const auto& any) { return html_page(any); }, model), console);
    if (request.provenance) return console.print(request.common.json ? provenance_json(model) : provenance_text(model));
    console.print(std::visit([&](const auto& tree_or_list) { return shown(request, tree_or_list, console.style()); }, model));
}

}  // namespace treewright::cli
