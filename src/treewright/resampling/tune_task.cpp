// From what a user says about a choice of options to the task, and the catalogue's entries about it.
#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/resampling/tune.h"

namespace treewright {

namespace {

using TuneParameter = ParameterOf<TuneOptions>;

constexpr std::size_t usual_inner_folds = 5;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_tune_option_has_its_entry(const TuneOptions& options) {
    [[maybe_unused]] const auto& [axes, nested, inner_folds] = options;
}

TuneParameter axes_to_tune() {
    TuneParameter parameter{
        {.name = "tune",
         .unit = "NAME=VALUES",
         .sentence = "Try these values of a parameter of train: 2..12, 2..12:2 or a,b,c; repeat the option for a grid.",
         .kind = ParameterKind::texts}};
    parameter.field = [](const TuneOptions& options) {
        std::vector<std::string> texts;
        for (const TuneAxis& axis : options.axes)
            texts.push_back(fmt::format("{}={}", axis.parameter->name, fmt::join(axis.values, ",")));
        return texts;
    };
    parameter.assign = [](TuneOptions& options, const ParameterValue& value) {
        options.axes.clear();
        for (const std::string& text : std::get<std::vector<std::string>>(value)) options.axes.push_back(tune_axis(text));
    };
    return with_default(std::move(parameter));
}

TuneParameter inner_folds() {
    TuneParameter parameter = entry_of<TuneOptions>(
        {.name = "inner-folds",
         .unit = "N",
         .sentence = fmt::format("With {}: number of folds of the inner cross-validation.", named("nested")),
         .range = {2.0, 1000.0}},
        [](auto& o) -> auto& { return o.inner_folds; });
    parameter.field = [](const TuneOptions& o) -> ParameterValue { return o.inner_folds.value_or(usual_inner_folds); };
    return with_default(std::move(parameter));
}

std::vector<TuneParameter> entries_about_tuning() {
    std::vector<TuneParameter> list = {
        axes_to_tune(),
        entry_of<TuneOptions>(
            {.name = "nested",
             .sentence =
                 "Nested cross-validation: choose again in every fold, and test on rows that took no part in the choice."},
            [](auto& o) -> auto& { return o.nested; }),
        inner_folds(),
    };
    for (TuneParameter& parameter : list) parameter.group = ParameterGroup::tuning;
    return list;
}

constexpr std::size_t most_points = 10000;

void refuse_option_of_its_own(const TuneAxis& axis, const Settings& settings) {
    for (const auto& [parameter, text] : settings) {
        const bool folds = axis.parameter->name == "folds" && parameter->name == "prune-folds";
        if (parameter->name == axis.parameter->name || folds)
            throw usage_error(fmt::format("{} and {} set the same parameter: leave out one of them", named(parameter->name),
                                          named("tune", axis.parameter->name)));
    }
}

void check_axes(const std::vector<TuneAxis>& axes, const Settings& settings) {
    std::size_t points = 1;
    std::set<std::string_view> names;
    for (const TuneAxis& axis : axes) {
        if (!names.insert(axis.parameter->name).second)
            throw usage_error(
                fmt::format("{} names '{}' twice: put all of its values into one list", named("tune"), axis.parameter->name));
        refuse_option_of_its_own(axis, settings);
        points *= axis.values.size();
        if (points > most_points)
            throw usage_error(
                fmt::format("the grid of {} has more than {} learners: give it fewer values", named("tune"), most_points));
    }
}

}  // namespace

std::span<const TuneParameter> tune_parameters() {
    static const std::vector<TuneParameter> list = entries_about_tuning();
    return list;
}

void check_tuning(const TuneOptions& options, const Settings& settings, const ResamplingPlan& plan) {
    if (options.nested && options.axes.empty())
        throw usage_error(fmt::format("{} needs parameters to tune: add {}, such as {}", named("nested"), named("tune"),
                                      named("tune", "max-depth=2..12")));
    if (options.inner_folds && !options.nested)
        throw usage_error(fmt::format("{} is only used by {}: add {}, or leave it out", named("inner-folds"), named("nested"),
                                      named("nested")));
    check_axes(options.axes, settings);
    if (plan.scheme == Scheme::leave_one_out && !options.axes.empty())
        throw usage_error(
            fmt::format("{} works with folds or random splits: leave out {}", named("tune"), named("leave-one-out")));
}

TuneTask tune_task(const TuneOptions& options, const Settings& settings, const TrainOptions& classes,
                   const ResamplingPlan& plan) {
    check_tuning(options, settings, plan);
    TuneTask task{options.axes, grid_of(options.axes, settings, classes), plan, plan, options.nested};
    task.inner.folds = options.inner_folds.value_or(usual_inner_folds);
    task.inner.folds_option = "inner-folds";
    task.inner.scheme = Scheme::folds;
    task.inner.repeats = 1;
    return task;
}

}  // namespace treewright
