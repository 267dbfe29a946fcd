#include "cli/result_output.h"

#include <fmt/format.h>

#include "treewright/export/json.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/text.h"
#include "treewright/report/model_report.h"
#include "treewright/report/page.h"
#include "treewright/report/pruning_report.h"
#include "treewright/rules/rule_file.h"

namespace treewright::cli {

namespace {

/// A tree of more lines is truncated at a depth; `show` prints all of it.
constexpr std::size_t most_lines = 64;

}  // namespace

void print_tree(const Model& model, const TrainReport& report, std::size_t grown_leaves, const ResultOptions& options,
                Console& console) {
    const OutputOptions& output = options.output;
    TextStyle style = console.style();
    style.max_depth = depth_within(model.tree, most_lines);
    console.print(tree_text(model, style) + "\n" + summary_text(model) + pruning_text(model, report, grown_leaves));
    if (output.to_file()) console.print(summary_line("model", output.path));
    if (style.max_depth < depth_within(model.tree, no_limit))
        console.messages().note(fmt::format("the tree is drawn only down to depth {}: 'treewright show {}' draws all of it{}",
                                            style.max_depth, output.to_file() ? output.path : "MODEL",
                                            output.to_file() ? "" : " once it is saved with -o MODEL"));
}

void write_result(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves,
                  const OutputOptions& output) {
    write_summary(json, model);
    write_pruning(json, model, report, grown_leaves);
    if (output.to_file()) json.member("model", output.path);
    json.line_break();
    json.key("tree");
    write_tree(json, model);
}

void finish_with_rules(const RuleModel& rules, std::size_t grown_leaves, const ResultOptions& options, Console& console) {
    if (options.output.to_file()) save_rules(rules, options.output.path);
    if (options.common.json) return console.print(rules_json(report_of(rules, {})));
    console.print(rules_text(report_of(rules, {}), console.style()) + "\n" + list_summary(rules));
    console.print(
        summary_line("pruning", fmt::format("rules: {} of {} leaves' rules kept", rules.list.rules.size(), grown_leaves)));
    if (options.output.to_file()) console.print(summary_line("model", options.output.path));
}

}  // namespace treewright::cli
