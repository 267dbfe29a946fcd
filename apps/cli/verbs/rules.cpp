// treewright rules: a model as rules.
#include <fmt/format.h>

#include <charconv>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
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
    RuleWish wish;
    std::string class_name;
    bool wants_class = false;
    std::string simplify;  ///< a file of rows
    std::string weight;
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

RuleOrder order_of(const std::string& text) {
    if (text == "class") return RuleOrder::by_class;
    if (text == "support") return RuleOrder::by_support;
    throw usage_error(fmt::format("--sort cannot be '{}': it is one of class, support", text));
}

double number_of(const std::string& option, const std::string& text, double highest) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= 0.0 && value <= highest) return value;
    throw usage_error(
        fmt::format("{} cannot be '{}': it is a number {}", option, text, highest == 1.0 ? "from 0 to 1" : "of at least 0"));
}

void declare_choice(ArgumentParser& parser, RulesRequest& request) {
    parser.group("Which rules, and how");
    parser.option({"--format", "text|json|csv|markdown", "how they are written [text]", Times::once},
                  [&request](const std::string& text) { request.format = format_of(text); });
    parser.option({"--min-support", "ROWS", "only rules of at least so many training rows [0]", Times::once},
                  [&request](const std::string& text) { request.wish.min_support = number_of("--min-support", text, 1e300); });
    parser.option(
        {"--min-confidence", "P", "only rules that are right for at least this share of their rows [0]", Times::once},
        [&request](const std::string& text) { request.wish.min_confidence = number_of("--min-confidence", text, 1.0); });
    parser.option({"--class", "CLASS", "only rules of this class", Times::once}, [&request](const std::string& text) {
        request.class_name = text;
        request.wants_class = true;
    });
    parser.option({"--sort", "class|support", "by class, or the rules of most rows first [class]", Times::once},
                  [&request](const std::string& text) { request.wish.order = order_of(text); });
}

void declare(ArgumentParser& parser, RulesRequest& request) {
    parser.explain(
        "Every leaf of a tree is a rule: the conditions on the way to it, those about one feature merged into one. Behind each "
        "stands "
        "how many of its training rows are of its class, and the 95 % interval of that share (Wilson). A missing value is "
        "mentioned "
        "where training rows without one went that way.");
    parser.explain(
        "--simplify makes fewer and shorter rules out of them, as C4.5rules does: conditions go that the rows of DATA do not "
        "call "
        "for, of each class the rules stay that describe DATA most briefly, and what no rule takes gets a default class. The "
        "list is "
        "tried from top to bottom. Saved with -o it is a model that predict, explain, show and rules take.");
    parser.positional("MODEL", "a model file, made by 'treewright train … -o MODEL'", request.model);
    declare_choice(parser, request);
    declare_output(parser, request.output, "write to FILE; with --simplify: save the list of rules as a model");
    parser.group("Simpler rules");
    parser.text("--simplify", "DATA", "make a shorter list by these rows, usually those that the tree was trained on",
                request.simplify);
    parser.text("--weight", "COLUMN", "a column of DATA that says how many rows each row stands for", request.weight);
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("the rules for one class, the most frequent first",
                   "treewright rules adult.tree --class '>50K' --sort support");
    parser.example("a shorter list as a model", "treewright rules adult.tree --simplify adult.csv -o adult.rules");
}

void check(const RulesRequest& request, const ArgumentParser& parser) {
    if (request.common.json && parser.given("--format") && request.format != RulesFormat::json)
        throw usage_error("--json and --format do not go together: choose one of them");
    if (!request.weight.empty() && request.simplify.empty())
        throw usage_error("--weight is about the rows of --simplify DATA: name them, or leave it out");
    const bool saves_model = !request.simplify.empty();
    if (!saves_model && request.format == RulesFormat::json) check_name(request.output, "JSON");
    if (!saves_model && request.format == RulesFormat::csv) check_name(request.output, "CSV");
    check_output(request.output, saves_model ? std::vector{request.model, request.simplify} : std::vector{request.model});
}

std::string class_hint(const std::string& name, const std::vector<std::string>& classes) {
    constexpr std::size_t few = 10;
    std::string nearest = did_you_mean(name, classes);
    if (!nearest.empty()) return nearest;
    if (classes.size() > few) return fmt::format("it has {}, which 'treewright show --json' lists", classes.size());
    return fmt::format("its classes are {}", fmt::join(classes, ", "));
}

/// The wish, checked against what the model is.
RuleWish wish_for(const RulesRequest& request, const Schema& schema) {
    RuleWish wish = request.wish;
    if (schema.task() == Task::regression && (request.wants_class || wish.min_confidence > 0.0))
        throw input_error(fmt::format("{} predicts a number: {} is for classes", request.model,
                                      request.wants_class ? "--class" : "--min-confidence"));
    if (!request.wants_class) return wish;
    const std::vector<std::string>& classes = schema.classes();
    const auto found = std::find(classes.begin(), classes.end(), request.class_name);
    if (found == classes.end())
        throw input_error(fmt::format("{} has no class '{}': {}", request.model, request.class_name,
                                      class_hint(request.class_name, classes)));
    wish.label = static_cast<ClassId>(found - classes.begin());
    return wish;
}

std::string told(const RulesRequest& request, const RuleReport& report, const TextStyle& style) {
    switch (request.format) {
        case RulesFormat::json: return rules_json(report);
        case RulesFormat::csv: return rules_csv(report);
        case RulesFormat::markdown: return rules_markdown(report);
        case RulesFormat::text: break;
    }
    return rules_text(report, style);
}

void print_rules(const RulesRequest& request, const AnyModel& model, Console& console) {
    const auto tell = [&](const auto& tree_or_list) {
        return told(request, report_of(tree_or_list, wish_for(request, tree_or_list.schema)), console.style());
    };
    OutputFile out(request.output, console);
    out.write(std::visit(tell, model));
    out.commit();
}

void simplify(const RulesRequest& request, const Model& model, Console& console) {
    if (model.schema.task() == Task::regression)
        throw input_error(fmt::format(
            "{} predicts a number, and --simplify is for classes: leave it out to read the tree's own rules", request.model));
    const RuleWish wish = wish_for(request, model.schema);
    const TrainingSet set =
        read_labelled({request.simplify, request.weight}, model.schema, request.read, console.messages(), console.progress());
    console.tell();
    const RuleModel rules = make_rules(model, set, error_confidence_of(model), console.run(request.common.threads));
    say_if_other_rows(rules, model, file_name(request.simplify), console.messages());
    if (request.output.to_file()) save_rules(rules, request.output.path);
    console.print(told(request, report_of(rules, wish), console.style()));
    if (request.format != RulesFormat::text) return;
    console.print("\n" + list_summary(rules));
    if (request.output.to_file()) console.print(summary_line("model", request.output.path));
}

}  // namespace

void run_rules(const Arguments& arguments, Console& console) {
    RulesRequest request;
    ArgumentParser parser("rules", "a tree as rules in English, or as a shorter list");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check(request, parser);
    if (request.common.json) request.format = RulesFormat::json;
    request.read.threads = request.common.threads;

    const AnyModel model = load_any_model(request.model);
    const auto* tree = std::get_if<Model>(&model);
    if (tree == nullptr && parser.given("--sort"))
        throw input_error(
            fmt::format("{} holds a list of rules, which are tried in its order: leave out --sort", request.model));
    if (tree == nullptr && !request.simplify.empty())
        throw input_error(fmt::format("{} holds a list of rules already: --simplify takes the tree", request.model));
    if (request.simplify.empty())
        print_rules(request, model, console);
    else
        simplify(request, *tree, console);
}

}  // namespace treewright::cli
