#include "treewright/face/parameters.h"

#include <span>

#include "treewright/data/prepare.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/export/drawing_options.h"
#include "treewright/export/rule_report.h"
#include "treewright/export/targets.h"
#include "treewright/io/read_options.h"
#include "treewright/report/description.h"
#include "treewright/report/findings.h"
#include "treewright/resampling/learning_curve.h"
#include "treewright/resampling/plan_options.h"
#include "treewright/resampling/split_rows.h"
#include "treewright/resampling/tune.h"
#include "treewright/training/catalogue.h"
#include "treewright/verification/verify.h"

namespace treewright {

namespace {

template <class Options>
void list_all(std::vector<const Parameter*>& all, std::span<const ParameterOf<Options>> list) {
    for (const Parameter& parameter : list) all.push_back(&parameter);
}

/// All lists of all rooms.
std::vector<const Parameter*> every_parameter() {
    std::vector<const Parameter*> all;
    list_all(all, all_parameters());
    list_all(all, target_parameters());
    list_all(all, reading_parameters());
    list_all(all, column_parameters());
    list_all(all, plan_parameters());
    list_all(all, tune_parameters());
    list_all(all, curve_parameters());
    list_all(all, evaluation_parameters());
    list_all(all, pruning_parameters());
    list_all(all, rule_parameters());
    list_all(all, export_parameters());
    list_all(all, drawing_parameters());
    list_all(all, verify_parameters());
    list_all(all, report_parameters());
    list_all(all, split_parameters());
    list_all(all, describe_parameters());
    return all;
}

std::string_view word_of(ParameterGroup group) {
    switch (group) {
        case ParameterGroup::learner: return "learner";
        case ParameterGroup::classes: return "classes";
        case ParameterGroup::run: return "run";
        case ParameterGroup::task: return "task";
        case ParameterGroup::reading: return "reading";
        case ParameterGroup::columns: return "columns";
        case ParameterGroup::resampling: return "resampling";
        case ParameterGroup::tuning: return "tuning";
        case ParameterGroup::curve: return "curve";
        case ParameterGroup::evaluation: return "evaluation";
        case ParameterGroup::pruning: return "pruning";
        case ParameterGroup::rules: return "rules";
        case ParameterGroup::exporting: return "exporting";
        case ParameterGroup::drawing: return "drawing";
        case ParameterGroup::verifying: return "verifying";
        case ParameterGroup::reporting: return "reporting";
        case ParameterGroup::parts: return "parts";
        case ParameterGroup::description: return "description";
    }
    return {};
}

std::string_view title_of(ParameterGroup group) {
    switch (group) {
        case ParameterGroup::learner: return "The learner";
        case ParameterGroup::classes: return "Class priors, weights and costs";
        case ParameterGroup::run: return "The run";
        case ParameterGroup::task: return "The task";
        case ParameterGroup::reading: return "Reading a file";
        case ParameterGroup::columns: return "The columns of a table";
        case ParameterGroup::resampling: return "Which rows are held out";
        case ParameterGroup::tuning: return "Tuning";
        case ParameterGroup::curve: return "Learning curves";
        case ParameterGroup::evaluation: return "Evaluation";
        case ParameterGroup::pruning: return "Pruning a saved model";
        case ParameterGroup::rules: return "Rules";
        case ParameterGroup::exporting: return "Exporting a tree";
        case ParameterGroup::drawing: return "Drawing a model";
        case ParameterGroup::verifying: return "Verifying an export";
        case ParameterGroup::reporting: return "Reports";
        case ParameterGroup::parts: return "Splitting a table";
        case ParameterGroup::description: return "Describing a table";
    }
    return {};
}

std::vector<ListedGroup> grouped() {
    std::vector<ListedGroup> groups;
    for (int i = 0; !word_of(static_cast<ParameterGroup>(i)).empty(); ++i) {
        const auto group = static_cast<ParameterGroup>(i);
        groups.push_back({group, word_of(group), title_of(group), {}});
    }
    for (const Parameter* parameter : every_parameter())
        groups[static_cast<std::size_t>(parameter->group)].parameters.push_back(parameter);
    return groups;
}

}  // namespace

const std::vector<ListedGroup>& parameter_groups() {
    static const std::vector<ListedGroup> groups = grouped();
    return groups;
}

}  // namespace treewright
