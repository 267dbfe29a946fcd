#include "treewright/engine/folds/fold_nodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

#include "engine/observed_run.h"
#include "engine/random_table.h"
#include "reference/random_case.h"
#include "treewright/engine/tree_grower.h"

namespace treewright {
namespace {

using reference::compare_seeds;
using reference::Comparison;
using reference::number_of_cases;

using Lists = std::vector<std::vector<std::uint32_t>>;

/// Each row may be in one list, in none, or in several.
enum class Cover { folds, some, overlapping };

/// All rows of a table, or some of them.
std::vector<std::uint32_t> random_rows(std::mt19937_64& random, std::size_t table_rows) {
    std::vector<RowId> rows;
    const bool all = random() % 3 != 0;
    for (RowId row = 0; row < table_rows; ++row)
        if (all || random() % 4 != 0 || rows.empty()) rows.push_back(row);
    return rows;
}

Lists random_lists(std::mt19937_64& random, const std::vector<RowId>& rows, Cover cover) {
    Lists lists(2 + random() % 19);
    for (const RowId row : rows) {
        if (cover == Cover::some && random() % 3 == 0) continue;
        lists[random() % lists.size()].push_back(row);
        auto& second = lists[random() % lists.size()];
        if (cover == Cover::overlapping && (second.empty() || second.back() != row)) second.push_back(row);
    }
    return lists;
}

/// Almost everything uses bins, and folds are detached after many displaced rows or at the first.
EngineLimits random_way(std::mt19937_64& random) {
    constexpr std::size_t small_rows[] = {1, 2, 5, 20, 100};
    constexpr double strays[] = {0.0, 0.05, 0.25, 1.0, 1e9};
    const bool has_fine = random() % 2 == 0;
    return {.small_rows = small_rows[random() % std::size(small_rows)],
            .bins = 3 + random() % 30,
            .keeps_columns = random() % 2 == 0,
            .least_rows_for_threads = 20,
            .cells_to_share = random() % 3 == 0 ? 0.1 : 0.0,
            .levels_for_lists = random() % 2 == 0 ? std::size_t{0} : std::size_t{8},
            .most_displaced = strays[random() % std::size(strays)],
            .least_rows_for_fine = has_fine ? 2 : SIZE_MAX,
            .share_for_fine = 0.0,
            .demand_for_fine = 0.0,
            .rows_per_fine_bin = 1 + random() % 8};
}

/// Grows the trees together and one by one, from all rows or from some of them; says which one differs. Only if the engine
/// covers the options and every list leaves rows to learn from.
Comparison difference(const reference::Problem& problem, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const Threads one(1);
    const Threads three(3);
    if (!engine_covers(problem.set, problem.options, Progress())) return std::nullopt;
    const std::vector<RowId> rows = random_rows(random, problem.set.rows);
    const Lists lists = random_lists(random, rows, static_cast<Cover>(random() % 5 < 3 ? 0 : 1 + random() % 2));
    const TreeGrower grower(borrowed(problem.set), problem.options, problem.terms, QuietRun(), random_way(random));
    Lists trained;
    for (const auto& list : lists) std::ranges::set_difference(rows, list, std::back_inserter(trained.emplace_back()));
    if (std::ranges::any_of(trained, [](const auto& others) { return others.empty(); })) return std::nullopt;
    const bool names_rows = rows.size() < problem.set.rows;
    const RowSelection named = names_rows ? RowSelection::of(rows) : problem.set.all_rows();
    const std::vector<Tree> together = grower.grow_without(lists, named, QuietRun(one));
    if (grower.grow_without(lists, named, QuietRun(three)) != together) return "three threads";
    if (together.size() != lists.size()) return "the number of trees";
    for (std::size_t i = 0; i < lists.size(); ++i)
        if (!(together[i] == grower.grow(RowSelection::of(trained[i]), QuietRun(one)).tree)) return "list " + std::to_string(i);
    return "";
}

TEST(FoldNodes, tell_their_progress_and_can_be_stopped_anywhere) {
    const RandomTable table(7, 2000);
    const reference::Problem& problem = table.problem();
    const Threads threads(3);
    const EngineLimits way{.small_rows = 50, .bins = 16, .least_rows_for_threads = 100};
    const TreeGrower grower(borrowed(problem.set), problem.options, problem.terms, QuietRun(), way);
    Lists lists(20);  // two batches
    for (RowId row = 0; row < problem.set.rows; ++row) lists[row % lists.size()].push_back(row);
    ObservedRun whole;
    (void)grower.grow_without(lists, problem.set.all_rows(), {threads, whole.progress, whole.messages});
    ASSERT_GT(whole.shares.size(), 50U);
    EXPECT_TRUE(std::is_sorted(whole.shares.begin(), whole.shares.end()));
    EXPECT_EQ(whole.shares.back(), 1.0);
    for (std::size_t after = 1; after < whole.shares.size(); after += 1 + whole.shares.size() / 10) {
        ObservedRun stopped;
        stopped.cancel_at = after;
        EXPECT_THROW((void)grower.grow_without(lists, problem.set.all_rows(), {threads, stopped.progress, stopped.messages}),
                     Cancelled);
    }
}

TEST(FoldNodes, give_the_trees_that_grow_alone_on_small_tables_full_of_ties) {
    const auto compare = [](std::uint64_t seed) { return difference(problem_of(reference::random_case(seed)), seed); };
    compare_seeds(number_of_cases(4'000), 0.25, compare, text_of_small_case);
}

TEST(FoldNodes, give_the_trees_that_grow_alone_on_larger_tables) {
    const auto compare = [](std::uint64_t seed) { return difference(RandomTable(seed).problem(), seed); };
    compare_seeds(number_of_cases(4'000) / 4, 1.0, compare, [](std::uint64_t seed) { return RandomTable(seed).description(); });
}

}  // namespace
}  // namespace treewright
