#include "cli/flags/plan_options.h"

#include <fmt/format.h>

#include <charconv>

#include "cli/flags/common_options.h"
#include "treewright/base/error.h"

namespace treewright::cli {

namespace {

constexpr std::uint64_t most_rounds = 100000;

}  // namespace

double holdout_share(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0.0 && value < 1.0))
        throw usage_error(
            fmt::format("--holdout cannot be '{}': it is the share of the rows to test on, a number between 0 and 1", text));
    return value;
}

void declare_folds(ArgumentParser& parser, PlanFlags& flags) {
    parser.group("Which rows are held out");
    parser.option({"--folds", "N", "number of folds; each is held out once [10]", Times::once},
                  [&flags](const std::string& text) { flags.folds = whole_number("--folds", text, 2, most_rounds); });
    parser.option({"--repeats", "N", "number of repetitions, with new folds or a new split each time [1]", Times::once},
                  [&flags](const std::string& text) { flags.repeats = whole_number("--repeats", text, 1, most_rounds); });
    parser.option(
        {"--holdout", "SHARE", "instead of folds: test on a random share of the rows, train on the rest", Times::once},
        [&flags](const std::string& text) { flags.holdout = holdout_share(text); });
    parser.flag("--plain-folds", "do not stratify: assign rows to folds regardless of class", flags.plain_folds);
}

void declare_plan(ArgumentParser& parser, PlanFlags& flags) {
    declare_folds(parser, flags);
    parser.flag("--leave-one-out", "hold out every row by itself; also report the most influential rows", flags.leave_one_out);
}

ResamplingPlan plan_of(const PlanFlags& flags, std::uint64_t seed) {
    if (flags.holdout && flags.folds)
        throw usage_error("--holdout and --folds contradict each other: choose random splits or folds");
    if (flags.leave_one_out && (flags.holdout || flags.folds || flags.repeats))
        throw usage_error("--leave-one-out holds out every row once: leave out --folds, --holdout and --repeats");
    ResamplingPlan plan;
    plan.scheme = flags.leave_one_out ? Scheme::leave_one_out : flags.holdout ? Scheme::holdout : Scheme::folds;
    plan.folds = flags.folds.value_or(plan.folds);
    plan.repeats = flags.repeats.value_or(plan.repeats);
    plan.held_out = flags.holdout.value_or(plan.held_out);
    plan.stratified = !flags.plain_folds;
    plan.seed = seed;
    return plan;
}

}  // namespace treewright::cli
