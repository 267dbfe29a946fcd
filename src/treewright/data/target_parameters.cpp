// The catalogue's entries about the target.
#include "treewright/data/parameter_entry.h"
#include "treewright/data/prepare.h"

namespace treewright {

namespace {

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_target_option_has_its_entry(const TargetOptions& options) {
    [[maybe_unused]] const auto& [target, weight, weights_are, task, group] = options;
}

template <class Access>
ParameterOf<TargetOptions> about_target(Parameter declared, Access access) {
    declared.group = ParameterGroup::task;
    return entry_of<TargetOptions>(std::move(declared), access);
}

std::vector<ParameterOf<TargetOptions>> entries_about_target() {
    return {
        about_target(
            {.name = "target", .unit = "COLUMN", .sentence = "The column to predict: a name, last, or #15 for the fifteenth."},
            [](auto& o) -> auto& { return o.target; }),
        about_target(
            {.name = "weight", .unit = "COLUMN", .sentence = "Column of case weights: how many rows each row stands for."},
            [](auto& o) -> auto& { return o.weight; }),
        about_target(
            {.name = "weights-are",
             .sentence = "Meaning of the weights: numbers of rows, or sampling weights; with importance they are scaled "
                         "to a mean of 1, and intervals use the effective sample size (sum of weights)² / (sum of "
                         "squared weights).",
             .usual_text = "rows"},
            [](auto& o) -> auto& { return o.weights_are; }),
        about_target(
            {.name = "task",
             .sentence = "Predict classes or a number; auto: by the target, where categories and two distinct numbers are "
                         "classes.",
             .absent = "auto"},
            [](auto& o) -> auto& { return o.task; }),
        about_target({.name = "group",
                      .unit = "COLUMN",
                      .sentence = "Keep rows with the same value of this column on the same side; it is then not a feature."},
                     [](auto& o) -> auto& { return o.group; }),
    };
}

}  // namespace

std::string_view word_of(Task task) {
    switch (task) {
        case Task::classification: return "classification";
        case Task::regression: return "regression";
    }
    return {};
}

std::string_view word_of(WeightMeaning meaning) {
    switch (meaning) {
        case WeightMeaning::rows: return "rows";
        case WeightMeaning::importance: return "importance";
    }
    return {};
}

std::span<const ParameterOf<TargetOptions>> target_parameters() {
    static const std::vector<ParameterOf<TargetOptions>> list = entries_about_target();
    return list;
}

}  // namespace treewright
