// The catalogue's entries about learning curves.
#include "treewright/data/parameter_entry.h"
#include "treewright/resampling/learning_curve.h"

namespace treewright {

namespace {

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_curve_option_has_its_entry(const CurvePlan& plan) {
    // `stratified` is always so; `seed` is a parameter of the run.
    [[maybe_unused]] const auto& [sizes, repeats, held_out, stratified, seed] = plan;
}

template <class Access>
ParameterOf<CurvePlan> about_curve(Parameter declared, Access access) {
    declared.group = ParameterGroup::curve;
    return entry_of<CurvePlan>(std::move(declared), access);
}

std::vector<ParameterOf<CurvePlan>> entries_about_curves() {
    return {
        about_curve({.name = "sizes",
                     .unit = "N",
                     .sentence = "Number of training set sizes, equally spaced on a log scale.",
                     .range = {3.0, 50.0}},
                    [](auto& o) -> auto& { return o.sizes; }),
        about_curve({.name = "repeats", .unit = "N", .sentence = "Number of random splits.", .range = {2.0, 10000.0}},
                    [](auto& o) -> auto& { return o.repeats; }),
        about_curve(
            {.name = "holdout", .unit = "SHARE", .sentence = "Share of the rows to test on.", .range = {0.0, 1.0, true}},
            [](auto& o) -> auto& { return o.held_out; }),
    };
}

}  // namespace

std::span<const ParameterOf<CurvePlan>> curve_parameters() {
    static const std::vector<ParameterOf<CurvePlan>> list = entries_about_curves();
    return list;
}

}  // namespace treewright
