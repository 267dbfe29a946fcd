// How often the intervals of repeated runs hold the truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "reference/case.h"
#include "treewright/resampling/cross_validation.h"
#include "treewright/resampling/plan.h"
#include "treewright/resampling/summary.h"
#include "treewright/training/catalogue.h"

namespace treewright {
namespace {

/// A class that depends on `a`, wrong for a fifth of the rows, and an uninformative feature.
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

constexpr std::size_t tables = 1000;

TrainOptions small_trees() {
    TrainOptions options;
    for (const auto& [name, value] : {std::pair("preset", "cart"), std::pair("prune", "none"), std::pair("max-depth", "2")})
        find_parameter(name)->set(options, value);
    return options;
}

/// The error of a table three times: with the interval of its rounds, with the plain one, and with that of all rows that were held out.
struct Told {
    double error = 0.0;
    Interval corrected;
    Interval plain;
    Interval of_rows;
};
template <class Tell>
std::vector<Told> tell_all(int rows, const Tell& tell) {
    std::vector<Told> all;
    for (std::uint64_t seed = 1; seed <= tables; ++seed) {
        const TrainingSet set = drawn_table(seed, rows);
        const Learner learner(borrowed(set), small_trees(), QuietRun());
        all.push_back(tell(learner));
    }
    return all;
}

Told told(const CrossValidation& validation) {
    const PooledFigures pooled = pooled_figures(validation, {});
    const LossSummary summary = summary_of(validation, pooled);
    return {summary.loss.value, summary.loss.interval, summary.plain, std::get<ClassFigures>(pooled.learner).error.interval};
}

/// The share of tables whose interval holds the mean of all: cross-validation estimates the error of a tree of that many rows without bias.
double coverage(const std::vector<Told>& all, Interval Told::* interval) {
    const double truth =
        std::accumulate(all.begin(), all.end(), 0.0, [](double sum, const Told& each) { return sum + each.error; }) / tables;
    const auto holds = [&](const Told& each) { return (each.*interval).low <= truth && truth <= (each.*interval).high; };
    return static_cast<double>(std::count_if(all.begin(), all.end(), holds)) / tables;
}

TEST(ResampledIntervals, hold_the_truth_as_often_as_the_docs_say) {
    const struct {
        const char* name;
        ResamplingPlan plan;
        int rows;
        double corrected, plain, of_rows;  ///< docs/evaluation/cross-validation.md
    } cases[] = {{"folds", {Scheme::folds, 10, 1}, 100, 0.968, 0.837, 0.902},
                 {"repeats", {Scheme::folds, 10, 5}, 100, 0.916, 0.511, 0.901},
                 {"splits", {Scheme::holdout, 10, 15}, 100, 0.918, 0.465, 0.997},
                 {"folds of 400", {Scheme::folds, 10, 1}, 400, 0.986, 0.887, 0.922}};
    for (const auto& each : cases) {
        const auto all = tell_all(each.rows, [&](const Learner& learner) {
            const RowSelection rows = learner.set().all_rows();
            return told(cross_validate(learner, make_repeats(learner.set(), each.plan, rows, QuietRun()), rows, QuietRun()));
        });
        EXPECT_NEAR(coverage(all, &Told::corrected), each.corrected, 0.003) << each.name;
        EXPECT_NEAR(coverage(all, &Told::plain), each.plain, 0.003) << each.name;
        EXPECT_NEAR(coverage(all, &Told::of_rows), each.of_rows, 0.003) << each.name;
    }
}

TEST(LeaveOneOutIntervals, hold_the_truth_as_often_as_the_docs_say) {
    for (const auto& [rows, documented] : {std::pair(40, 0.834), std::pair(100, 0.903), std::pair(400, 0.928)}) {
        const auto all = tell_all(rows, [](const Learner& learner) {
            const Tree whole = learner.fit(learner.set().all_rows(), QuietRun()).model.tree;
            return told(as_validation(leave_one_out(learner, whole, QuietRun()), learner));
        });
        EXPECT_NEAR(coverage(all, &Told::of_rows), documented, 0.003) << rows;  // docs/evaluation/leave-one-out.md
    }
}

}  // namespace
}  // namespace treewright
