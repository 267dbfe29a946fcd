// What a pruning did, and the sequence of a tree, as text.
#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"
#include "treewright/report/pruning_report.h"
#include "treewright/report/text/sequence_text.h"
#include "treewright/training/catalogue.h"

namespace treewright {

namespace {

std::string cross_validated_text(Task task, const FoldReport& folds) {
    const FoldFigure figure = fold_figure(task, folds, folds.chosen);
    const std::string what = figure.measure == "error_rate"            ? "errors"
                             : figure.measure == "weighted_error_rate" ? "errors, weighted by priors or class weights"
                             : figure.measure == "mean_cost"           ? "cost a row"
                                                                       : "root mean squared";
    return fmt::format("{} {} ({} folds; slightly optimistic, because it also chose the tree)", fold_figure_text(figure), what,
                       folds.folds);
}

/// The sequence need not have a tree of every size.
std::string fewer_than_asked(const PruneOptions& options, std::size_t leaves, std::size_t grown_leaves) {
    const bool by_size = options.method == PruneMethod::cost_complexity && options.leaves != no_limit && !options.alpha;
    if (!by_size || leaves == std::min(options.leaves, grown_leaves)) return "";
    return fmt::format(" (the sequence has no tree of {})", options.leaves);
}

}  // namespace

std::string pruning_text(const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    if (report.pruning.method == PruneMethod::none && !report.pruning.merge_same_class) return "";
    const std::size_t leaves = leaf_count(model.tree);
    const std::string what =
        (leaves == grown_leaves ? "nothing to cut" : fmt::format("{} of {} leaves kept", leaves, grown_leaves)) +
        fewer_than_asked(report.pruning, leaves, grown_leaves);
    const std::string judged_by =
        report.validation_weight > 0.0 ? fmt::format(", by {} validation rows", count_text(report.validation_weight)) : "";
    const bool only_merged = report.pruning.method == PruneMethod::none;
    std::string text = summary_line(
        "pruning",
        fmt::format("{}: {}{}", only_merged ? "leaves of one class merged" : word_for(report.pruning.method), what, judged_by));
    if (report.folds) text += summary_line("cross-validated", cross_validated_text(model.schema.task(), *report.folds));
    return text;
}

std::string sequence_text(Task task, const WeakestLinks& links) {
    TextTable table({TextTable::Align::right, TextTable::Align::right, TextTable::Align::right});
    table.add_row({"alpha", "leaves", task == Task::regression ? "mean squared error" : "training loss"});
    for (const SequenceMember& member : links.members())
        table.add_row({fmt::format("{:.4g}", member.alpha), std::to_string(member.leaves), fmt::format("{:.4g}", member.loss)});
    return table.text(0, page_width);
}

}  // namespace treewright
