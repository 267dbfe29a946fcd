// The catalogue's entries about evaluation.
#include <fmt/format.h>

#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/evaluation/evaluate.h"

namespace treewright {

namespace {

using EvaluationParameter = ParameterOf<EvaluationOptions>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_evaluation_option_has_its_entry(const EvaluationOptions& options) {
    [[maybe_unused]] const auto& [intervals, costs, positive, unknown, importance, repeats] = options;
}

/// A front gives them by the names of the classes; the options hold them by their numbers.
EvaluationParameter costs_of_mistakes() {
    EvaluationParameter parameter{
        {.name = "costs",
         .unit = "FILE",
         .sentence = "Misclassification costs as CSV: one row per true class, one column per predicted class.",
         .kind = ParameterKind::cost_table,
         .usual_text = "those of training"}};
    return parameter;
}

EvaluationParameter interval_of_shares() {
    EvaluationParameter parameter{{.name = "interval",
                                   .sentence = "Confidence interval of proportions; exact is Clopper-Pearson.",
                                   .choices = {"wilson", "exact"},
                                   .kind = ParameterKind::choice}};
    parameter.field = [](const EvaluationOptions& options) {
        return std::string(options.intervals.exact_shares ? "exact" : "wilson");
    };
    parameter.assign = [](EvaluationOptions& options, const ParameterValue& value) {
        options.intervals.exact_shares = std::get<std::string>(value) == "exact";
    };
    return with_default(std::move(parameter));
}

template <class Access>
EvaluationParameter about_figures(Parameter declared, Access access) {
    return entry_of<EvaluationOptions>(std::move(declared), access);
}

std::vector<EvaluationParameter> entries_about_evaluation() {
    std::vector<EvaluationParameter> list = {
        about_figures({.name = "unknown-labels", .sentence = "What to do with rows of a class that the model does not know."},
                      [](auto& o) -> auto& { return o.unknown; }),
        about_figures({.name = "positive",
                       .unit = "CLASS",
                       .sentence = "Two classes: positive class for AUC and calibration.",
                       .usual_text = "the rarer class in training"},
                      [](auto& o) -> auto& { return o.positive; }),
        costs_of_mistakes(),
        interval_of_shares(),
        about_figures(
            {.name = "importance",
             .sentence = "Also compute permutation importance: how much worse the model gets when a column is shuffled."},
            [](auto& o) -> auto& { return o.importance; }),
        about_figures({.name = "repeats",
                       .unit = "N",
                       .sentence = fmt::format("With {}: number of shuffles per column.", named("importance")),
                       .range = {1.0, 1000.0}},
                      [](auto& o) -> auto& { return o.repeats; }),
    };
    for (EvaluationParameter& parameter : list) parameter.group = ParameterGroup::evaluation;
    return list;
}

}  // namespace

std::string_view word_of(UnknownLabels unknown) {
    switch (unknown) {
        case UnknownLabels::refuse: return "refuse";
        case UnknownLabels::drop: return "drop";
    }
    return {};
}

std::span<const EvaluationParameter> evaluation_parameters() {
    static const std::vector<EvaluationParameter> list = entries_about_evaluation();
    return list;
}

}  // namespace treewright
