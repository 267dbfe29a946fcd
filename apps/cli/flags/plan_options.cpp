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
    parser.option({"--folds", "N", "parts of the rows; each is held out once [10]", Times::once},
                  [&flags](const std::string& text) { flags.folds = whole_number("--folds", text, 2, most_rounds); });
    parser.option({"--repeats", "N", "so often, with other folds or another split each time [1]", Times::once},
                  [&flags](const std::string& text) { flags.repeats = whole_number("--repeats", text, 1, most_rounds); });
    parser.option(
        {"--holdout", "SHARE", "in place of folds: test on a random share of the rows, train on the others", Times::once},
        [&flags](const std::string& text) { flags.holdout = holdout_share(text); });
    parser.flag("--plain-folds", "rows are dealt out as they come, not class by class", flags.plain_folds);
}

void declare_plan(ArgumentParser& parser, PlanFlags& flags) {
    declare_folds(parser, flags);
    parser.flag("--leave-one-out", "every row is held out by itself; also says which rows much hangs on", flags.leave_one_out);
}

ResamplingPlan plan_of(const PlanFlags& flags, std::uint64_t seed) {
    if (flags.holdout && flags.folds)
        throw usage_error("--holdout and --folds do not go together: choose random splits or folds");
    if (flags.leave_one_out && (flags.holdout || flags.folds || flags.repeats))
        throw usage_error("--leave-one-out holds every row out once: leave --folds, --holdout and --repeats out");
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
