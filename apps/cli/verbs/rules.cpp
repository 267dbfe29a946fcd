// treewright rules: a model as rules.
#include <fmt/format.h>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/rules_csv.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/io/read_labelled.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/page.h"
#include "treewright/rules/rule_file.h"
#include "treewright/training/model_rules.h"

namespace treewright::cli {

namespace {

enum class RulesFormat { text, json, csv, markdown };

struct RulesRequest {
    CommonOptions common;
    std::string model;
    RulesFormat format = RulesFormat::text;
    RuleChoice choice;
    std::string simplify;  ///< a file of rows
    TargetOptions target;  ///< only the weights of these
    ReadOptions read;
    OutputOptions output;
};

RulesFormat format_of(const std::string& text) {
    if (text == "text") return RulesFormat::text;
    if (text == "json") return RulesFormat::json;
    if (text == "csv") return RulesFormat::csv;
    if (text == "markdown") return RulesFormat::markdown;
    throw usage_error(fmt::format("--format cannot be '{}': it is one of text, json, csv, markdown", text));
}

void declare_choice(ArgumentParser& parser, RulesRequest& request) {
    parser.group("Selection and format");
    parser.option({"--format", "text|json|csv|markdown", "output format [text]", Times::once},
                  [&request](const std::string& text) { request.format = format_of(text); });
    declare_levels(parser, request.common);
    for (const char* name : {"min-support", "min-confidence", "class", "sort"})
        declare_field(parser, rule_parameters(), name, request.choice);
}

void declare(ArgumentParser& parser, RulesRequest& request) {
    parser.explain(
        "Every leaf of a tree is a rule: the conditions on its path, those about the same feature merged. Each rule shows how "
        "many of its training rows are of its class, and the 95 % confidence interval of that share (Wilson). Missing values "
        "are mentioned where training rows with a missing value took that path.");
    parser.explain(
        "--simplify makes fewer and shorter rules, as C4.5rules does: it drops the conditions that the rows of DATA do not "
        "support, keeps for each class the rules with the shortest description length on DATA, and gives rows that no rule "
        "covers a default class. The rules are tried from top to bottom. Saved with -o, the rule list is a model for predict, "
        "explain, evaluate, show and rules.");
    parser.positional("MODEL", "a model file, saved by 'treewright train … -o MODEL'", request.model);
    declare_choice(parser, request);
    declare_output(parser, request.output, "write to FILE; with --simplify: save the rule list as a model");
    parser.group("Simplification");
    declare_parameter(parser, parameter_in(rule_parameters(), "simplify"),
                      [&request](const std::string& text) { request.simplify = text; });
    declare_weight(parser, request.target);
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("the rules for one class, the most frequent first",
                   "treewright rules adult.tree --class '>50K' --sort support");
    parser.example("a shorter list as a model", "treewright rules adult.tree --simplify adult.csv -o adult.rules");
}

void check(const RulesRequest& request, const ArgumentParser& parser) {
    if (request.common.json && parser.given("--format") && request.format != RulesFormat::json)
        throw usage_error("--json and --format contradict each other: choose one");
    if (!request.target.weight.empty() && request.simplify.empty())
        throw usage_error("--weight is only used by --simplify DATA: add that, or leave it out");
    const bool saves_model = !request.simplify.empty();
    if (!saves_model && request.format == RulesFormat::json) check_name(request.output, "JSON");
    if (!saves_model && request.format == RulesFormat::csv) check_name(request.output, "CSV");
    check_output(request.output, saves_model ? std::vector{request.model, request.simplify} : std::vector{request.model});
}

RuleFilter filter_for(const RulesRequest& request, const Schema& schema) {
    return treewright::filter_for(request.choice, schema, request.model);
}

void write_rules(RulesFormat format, const RuleReport& report, const TextStyle& style, const ByteSink& sink) {
    switch (format) {
        case RulesFormat::json: return write_rules_json(report, sink);
        case RulesFormat::csv: return write_rules_csv(report, sink);
        case RulesFormat::markdown: return write_rules_markdown(report, style, sink);
        case RulesFormat::text: return write_rules_text(report, style, sink);
    }
}

void print_rules(const RulesRequest& request, const AnyModel& model, Console& console) {
    OutputFile out(request.output, console);
    const auto write = [&](const auto& tree_or_list) {
        write_rules(request.format, report_of(tree_or_list, filter_for(request, tree_or_list.schema)), console.style(),
                    [&out](std::string_view bytes) { out.write(bytes); });
    };
    std::visit(write, model);
    out.commit();
}

void simplify(const RulesRequest& request, const Model& model, Console& console) {
    if (model.schema.task() == Task::regression)
        throw input_error(fmt::format(
            "{} predicts a number, but --simplify is for classes: leave it out to print the tree's own rules", request.model));
    const RuleFilter filter = filter_for(request, model.schema);
    const TrainingSet set = read_labelled({request.simplify, request.target.weight, request.target.weights_are}, model.schema,
                                          request.read, console.run(request.common.threads));
    console.print_messages();
    const RuleModel rules = make_rules(model, set, error_confidence_of(model), console.run(request.common.threads));
    note_if_other_rows(rules, model, file_name(request.simplify), console.messages());
    if (request.output.to_file()) save_rules(rules, request.output.path);
    write_rules(request.format, report_of(rules, filter), console.style(),
                [&console](std::string_view bytes) { console.print(bytes); });
    if (request.format != RulesFormat::text) return;
    console.print("\n" + list_summary(rules));
    if (request.output.to_file()) console.print(summary_line("model", request.output.path));
}

}  // namespace

void run_rules(const Arguments& arguments, Console& console) {
    RulesRequest request;
    ArgumentParser parser("rules", "print a tree as rules in English; simplify them to a shorter list");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check(request, parser);
    if (request.common.json) request.format = RulesFormat::json;

    const AnyModel model = load_any_model(request.model);
    const auto* tree = std::get_if<Model>(&model);
    if (tree == nullptr && parser.given("--sort"))
        throw input_error(fmt::format("{} holds a rule list, whose order matters: leave out --sort", request.model));
    if (tree == nullptr && !request.simplify.empty())
        throw input_error(fmt::format("{} already holds a rule list: give --simplify the tree", request.model));
    if (request.simplify.empty())
        print_rules(request, model, console);
    else
        simplify(request, *tree, console);
}

}  // namespace treewright::cli
