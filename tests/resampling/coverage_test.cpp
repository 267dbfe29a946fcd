// How often the intervals of repeated runs hold the truth.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "reference/case.h"
#include "treewright/resampling/cross_validation.h"
#include "treewright/resampling/plan.h"
#include "treewright/resampling/summary.h"
#include "treewright/training/catalogue.h"

namespace treewright {
namespace {

/// A class that hangs on `a`, wrong for a fifth of the rows, and a feature that says nothing.
TrainingSet drawn_table(std::uint64_t seed, int rows) {
    std::mt19937_64 engine(seed);
    reference::Case example;
    example.columns = {"a:n", "b:n", "y:c"};
    for (int row = 0; row < rows; ++row) {
        const std::uint64_t a = engine() % 1000;
        const bool is_first = (a < 600) != (engine() % 5 == 0);
        example.rows.push_back({std::to_string(a), std::to_string(engine() % 1000), is_first ? "A" : "B"});
    }
    return reference::problem_of(example).set;
}

/// Shares of 1,000 tables whose interval holds the mean of all: cross-validation estimates the error of a tree of so many rows without bias.
struct Coverage {
    double corrected = 0.0;
    double plain = 0.0;
};
Coverage coverage_of(const ResamplingPlan& plan, int rows) {
    constexpr std::size_t tables = 1000;
    const Threads one(1);
    Progress progress;
    std::vector<LossSummary> summaries;
    for (std::uint64_t seed = 1; seed <= tables; ++seed) {
        const TrainingSet set = drawn_table(seed, rows);
        TrainOptions options;
        for (const auto& [name, value] : {std::pair("preset", "cart"), std::pair("prune", "none"), std::pair("max-depth", "2")})
            find_parameter(name)->set(options, value);
        Messages messages;
        const PreparedTraining training(set, options, {one, progress, messages});
        const CrossValidation validation = cross_validate(training, make_repeats(set, plan, {one, progress}), {one, progress});
        summaries.push_back(summary_of(validation, pooled_figures(validation, {})));
    }
    const double truth = std::accumulate(summaries.begin(), summaries.end(), 0.0,
                                         [](double sum, const LossSummary& each) { return sum + each.loss.value; }) /
                         tables;
    Coverage coverage;
    for (const LossSummary& each : summaries) {
        const auto holds = [truth](const Interval& interval) { return interval.low <= truth && truth <= interval.high; };
        coverage.corrected += holds(each.loss.interval) ? 1.0 / tables : 0.0;
        coverage.plain += holds(each.plain) ? 1.0 / tables : 0.0;
    }
    return coverage;
}

TEST(ResampledIntervals, hold_the_truth_as_often_as_the_docs_say) {
    const struct {
        const char* name;
        ResamplingPlan plan;
        int rows;
        Coverage documented;  ///< docs/evaluation/cross-validation.md
    } cases[] = {{"folds", {Scheme::folds, 10, 1}, 100, {0.968, 0.837}},
                 {"repeats", {Scheme::folds, 10, 5}, 100, {0.916, 0.511}},
                 {"splits", {Scheme::holdout, 10, 15}, 100, {0.918, 0.465}},
                 {"folds of 400", {Scheme::folds, 10, 1}, 400, {0.986, 0.887}}};
    for (const auto& each : cases) {
        const Coverage coverage = coverage_of(each.plan, each.rows);
        EXPECT_NEAR(coverage.corrected, each.documented.corrected, 0.003) << each.name;
        EXPECT_NEAR(coverage.plain, each.documented.plain, 0.003) << each.name;
    }
}

}  // namespace
}  // namespace treewright
