// One pruning, the sequence of a tree and the comparison of all prunings as JSON.
#include "treewright/report/pruning_report.h"
#include "treewright/report/text/pruning_unit.h"
#include "treewright/report/text/sequence_text.h"
#include "treewright/training/catalogue.h"

namespace treewright {

namespace {

/// The whole sequence with its cross-validated errors, as an array.
void write_sequence(JsonWriter& json, Task task, const FoldReport& folds) {
    json.begin_array();
    for (std::size_t member = 0; member < folds.members.size(); ++member) {
        const FoldFigure figure = fold_figure(task, folds, member);
        json.line_break();
        json.begin_object();
        json.member("alpha", folds.members[member].alpha);
        json.member("leaves", folds.members[member].leaves);
        json.member("training_loss", folds.members[member].loss);
        json.member("loss", folds.points[member].loss);
        json.member("standard_error", folds.points[member].standard_error);
        json.member(figure.measure, figure.value);
        if (member == folds.chosen) json.member("chosen", true);
        json.end_object();
    }
    json.end_array();
}

void write_pruning_result(JsonWriter& json, const PruningResult& result, const PruningUnit& unit, const Spelling& spelling) {
    json.line_break();
    json.begin_object();
    json.member("method", result.method);
    json.member("options", options_text(result, spelling));
    json.member("leaves", result.leaves);
    json.member("depth", result.depth);
    json.member("training", unit.figure(result.training_loss));
    json.member("cross_validated", unit.figure(result.loss));
    json.member("standard_error", unit.reach(result));
    json.member("chosen_by_folds", result.chosen_by_folds);
    json.end_object();
}

}  // namespace

void write_pruning(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    json.key("pruning");
    json.begin_object();
    json.member("method", word_for(report.pruning.method));
    json.member("leaves_before", grown_leaves);
    json.member("leaves_after", leaf_count(model.tree));
    if (report.validation_weight > 0.0) json.member("judged_by", report.validation_weight);
    json.end_object();
    if (!report.folds) return;
    const FoldFigure figure = fold_figure(model.schema.task(), *report.folds, report.folds->chosen);
    json.key("cross_validated");
    json.begin_object();
    json.member("measure", figure.measure);
    json.member("value", figure.value);
    json.member("low", figure.interval.low);
    json.member("high", figure.interval.high);
    json.member("folds", report.folds->folds);
    json.key("sequence");
    write_sequence(json, model.schema.task(), *report.folds);
    json.end_object();
}

std::string sequence_json(const WeakestLinks& links) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.key("sequence");
    json.begin_array();
    for (const SequenceMember& member : links.members()) {
        json.line_break();
        json.begin_object();
        json.member("alpha", member.alpha);
        json.member("leaves", member.leaves);
        json.member("loss", member.loss);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text + "\n";
}

std::string prunings_json(Task task, const PruningComparison& comparison, const Spelling& spelling) {
    const PruningUnit unit(task, comparison);
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("measure", unit.measure());
    json.member("folds", comparison.sequence.folds);
    json.member("recommended", comparison.results[comparison.recommended].method);
    json.key("methods");
    json.begin_array();
    for (const PruningResult& result : comparison.results) write_pruning_result(json, result, unit, spelling);
    json.end_array();
    json.line_break();
    json.key("sequence");
    write_sequence(json, task, comparison.sequence);
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
