#include "treewright/engine/tree_grower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/observed_run.h"
#include "engine/random_table.h"
#include "reference/random_case.h"
#include "treewright/growing/grower.h"

namespace treewright {
namespace {

using reference::compare_seeds;
using reference::Comparison;
using reference::number_of_cases;

/// Paths through the engine: all in the cache; every node by bins, few or many of them; the fine index at once, with bins of
/// few or many rows.
const EngineLimits ways[] = {
    {},
    {.small_rows = 1, .bins = 3, .keeps_columns = true, .least_rows_for_fine = SIZE_MAX},
    {.small_rows = 2,
     .bins = 4,
     .least_rows_for_fine = 2,
     .share_for_fine = 0.0,
     .demand_for_fine = 0.0,
     .rows_per_fine_bin = 1},
    {.small_rows = 2, .bins = 3, .least_rows_for_fine = 2, .share_for_fine = 0.0, .demand_for_fine = 0.0},
    {.small_rows = 8,
     .bins = 20,
     .least_rows_for_fine = 30,
     .share_for_fine = 0.1,
     .demand_for_fine = 0.5,
     .rows_per_fine_bin = 4},
    {.small_rows = 5, .keeps_columns = true}};
/// A node of some hundred rows is work for several threads. Branches begin early or late, with the histograms of their parents or without.
EngineLimits shared_way(std::uint64_t seed) {
    constexpr double no_room = 0.0;
    constexpr double all_room = 1e9;
    return {.small_rows = 64,
            .bins = 16,
            .keeps_columns = seed % 7 < 3,
            .least_rows_for_threads = 100,
            .branches_per_thread = 1 + seed % 5,
            .bytes_of_waiting = seed % 3 == 0 ? no_room : (seed % 3 == 1 ? 100.0 : all_room),
            .bytes_of_branches = seed % 2 == 0 ? no_room : all_room,
            .least_rows_for_fine = 100,
            .share_for_fine = 0.05,
            .demand_for_fine = 0.2,
            .rows_per_fine_bin = 8};
}

std::string describe(const EngineLimits& way) {
    return "small " + std::to_string(way.small_rows) + ", bins " + std::to_string(way.bins);
}

/// The tree of all rows, by a grower that is not used again.
Tree tree_by(const reference::Problem& problem, const EngineLimits& way, const Run& run) {
    return TreeGrower(borrowed(problem.set), problem.options, problem.terms, run, way).grow(problem.set.all_rows(), run).tree;
}

/// Which path gives another tree than the plain search; empty if none. Only if the engine covers the options.
Comparison difference(const reference::Problem& problem) {
    const QuietRun run;
    if (!engine_covers(problem.set, problem.options, Progress())) return std::nullopt;
    const Tree plain = grow(problem.set, problem.set.all_rows(), problem.options, problem.terms, run).tree;
    for (const EngineLimits& way : ways)
        if (!(tree_by(problem, way, run) == plain)) return describe(way);
    return "";
}

TEST(TreeGrower, gives_the_plain_tree_on_small_tables_full_of_ties) {
    const auto compare = [](std::uint64_t seed) { return difference(problem_of(reference::random_case(seed))); };
    compare_seeds(number_of_cases(10'000), 0.25, compare, text_of_small_case);
}

TEST(TreeGrower, gives_the_plain_tree_on_larger_tables) {
    const auto compare = [](std::uint64_t seed) { return difference(RandomTable(seed).problem()); };
    compare_seeds(number_of_cases(10'000) / 10, 1.0, compare,
                  [](std::uint64_t seed) { return RandomTable(seed).description(); });
}

TEST(TreeGrower, gives_the_same_tree_for_any_number_of_threads) {
    for (std::uint64_t seed = 0; seed < number_of_cases(10'000) / 50; ++seed) {
        const RandomTable table(seed, 3000);
        const reference::Problem& problem = table.problem();
        const Threads one(1);
        const EngineLimits way = shared_way(seed);
        const Tree tree = tree_by(problem, way, QuietRun(one));
        for (const unsigned count : {2U, 3U, 8U}) {
            const Threads threads(count);
            EXPECT_EQ(tree_by(problem, way, QuietRun(threads)), tree) << "seed " << seed << ", " << count << " threads";
        }
    }
}

TEST(TreeGrower, gives_the_plain_tree_of_a_fold) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const RandomTable table(seed);
        const reference::Problem& problem = table.problem();
        std::vector<RowId> rows;
        for (RowId row = 0; row < problem.set.rows; ++row)
            if (row % 4 != seed % 4) rows.push_back(row);
        const QuietRun run;
        const RowSelection some = RowSelection::of(rows);
        const TreeGrower grower(borrowed(problem.set), problem.options, problem.terms, run);
        EXPECT_EQ(grower.grow(some, run).tree, grow(problem.set, some, problem.options, problem.terms, run).tree)
            << "seed " << seed;
    }
}

TEST(TreeGrower, tells_its_progress_and_can_be_stopped_in_any_branch) {
    const RandomTable table(7, 3000);
    const reference::Problem& problem = table.problem();
    const Threads threads(3);
    ObservedRun whole;
    const Tree tree = tree_by(problem, shared_way(7), {threads, whole.progress, whole.messages});
    ASSERT_GT(leaf_count(tree), 10U);
    EXPECT_TRUE(std::is_sorted(whole.shares.begin(), whole.shares.end()));
    EXPECT_EQ(whole.shares.back(), 1.0);
    for (std::size_t after = 1; after < whole.shares.size(); after += 1 + whole.shares.size() / 10) {
        ObservedRun stopped;
        stopped.cancel_at = after;
        EXPECT_THROW((void)tree_by(problem, shared_way(7), {threads, stopped.progress, stopped.messages}), Cancelled);
    }
}

}  // namespace
}  // namespace treewright
