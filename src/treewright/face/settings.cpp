// Options by name, of every kind that treewright.h has.
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/data/prepare.h"
#include "treewright/face/settings_internal.h"

namespace treewright {

namespace {

template <class Options>
const ParameterOf<Options>* find_in(std::span<const ParameterOf<Options>> list, std::string_view name) {
    for (const ParameterOf<Options>& parameter : list)
        if (parameter.name == name && parameter.assign) return &parameter;
    return nullptr;
}

template <class Options>
void add_names(std::span<const ParameterOf<Options>> list, std::vector<std::string>& names) {
    for (const ParameterOf<Options>& parameter : list)
        if (parameter.assign) names.emplace_back(parameter.name);
}

Error unknown(std::string_view name, std::string_view of_what, const std::vector<std::string>& names) {
    const std::string hint = did_you_mean(std::string(name), names);
    return usage_error(fmt::format("there is no parameter '{}' of {}{}", name, of_what, hint.empty() ? "" : ": " + hint));
}

template <class Options>
const ParameterOf<Options>& parameter_named(std::span<const ParameterOf<Options>> list, std::string_view name,
                                            std::string_view of_what) {
    if (const auto* found = find_in(list, name)) return *found;
    std::vector<std::string> names;
    add_names(list, names);
    throw unknown(name, of_what, names);
}

const LearnerParameter& learner_parameter(std::string_view name) {
    return parameter_named(all_parameters(), name, "a learner");
}

}  // namespace

Settings settings_of(const std::vector<NamedSetting>& settings) {
    Settings list;
    for (const auto& [name, text] : settings) list.emplace_back(&learner_parameter(name), text);
    return list;
}

TrainOptions options(std::initializer_list<NamedSetting> settings) {
    for (const auto& [name, text] : settings) (void)learner_parameter(name);  // a name that does not exist is refused
    // In the order of the catalogue, whatever the caller's: a preset sets all parameters, those after it change them.
    TrainOptions result;
    for (const LearnerParameter& parameter : all_parameters())
        for (const auto& [name, text] : settings)
            if (parameter.name == name) parameter.set(result, text);
    return result;
}

TrainOptions options(const std::map<std::string, ParameterValue>& values) {
    for (const auto& [name, value] : values) (void)learner_parameter(name);
    TrainOptions result;
    for (const LearnerParameter& parameter : all_parameters())
        if (const auto value = values.find(std::string(parameter.name)); value != values.end())
            parameter.set(result, value->second);
    return result;
}

std::string option_text(std::string_view name, const ParameterValue& value) {
    const LearnerParameter& parameter = learner_parameter(name);
    return parameter.text_of(parameter.checked(value));
}

void set_option(TrainOptions& options, std::string_view name, const ParameterValue& value) {
    learner_parameter(name).set(options, value);
}

void set_option(DataOptions& options, std::string_view name, const ParameterValue& value) {
    if (const auto* parameter = find_in(target_parameters(), name)) {
        TargetOptions target{options.target, options.weight, options.weights_are, options.task, options.group};
        parameter->set(target, value);
        options.target = target.target;
        options.weight = target.weight;
        options.weights_are = target.weights_are;
        options.task = target.task;
        options.group = target.group;
        return;
    }
    if (const auto* parameter = find_in(reading_parameters(), name)) return parameter->set(options.reading, value);
    if (const auto* parameter = find_in(column_parameters(), name)) return parameter->set(options.reading, value);
    std::vector<std::string> names;
    add_names(target_parameters(), names);
    add_names(reading_parameters(), names);
    add_names(column_parameters(), names);
    throw unknown(name, "a table", names);
}

void set_option(PlanOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(plan_parameters(), name, "a plan").set(options, value);
}

void set_option(CurvePlan& options, std::string_view name, const ParameterValue& value) {
    parameter_named(curve_parameters(), name, "a learning curve").set(options, value);
}

void set_option(TuneOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(tune_parameters(), name, "tuning").set(options, value);
}

void set_option(ExportOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(export_parameters(), name, "an export").set(options, value);
}

void set_option(VerifyOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(verify_parameters(), name, "a verification").set(options, value);
}

void set_option(DrawingOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(drawing_parameters(), name, "a drawing").set(options, value);
}

void set_option(ReportOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(report_parameters(), name, "a report").set(options, value);
}

void set_option(RuleChoice& options, std::string_view name, const ParameterValue& value) {
    parameter_named(rule_parameters(), name, "the choice of rules").set(options, value);
}

void set_option(EvaluationOptions& options, std::string_view name, const ParameterValue& value) {
    parameter_named(evaluation_parameters(), name, "an evaluation").set(options, value);
}

}  // namespace treewright
