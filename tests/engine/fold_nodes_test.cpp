#include "treewright/engine/fold_nodes.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "engine/random_table.h"
#include "reference/random_case.h"
#include "treewright/engine/fast_grow.h"

namespace treewright {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

std::uint64_t number_of_cases(std::uint64_t usual) {
    const char* asked = std::getenv("TREEWRIGHT_CASES");
    return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}

/// Every row in one of the lists, or in none, or in several.
enum class Cover { folds, some, overlapping };

Lists random_lists(std::mt19937_64& random, std::size_t rows, Cover cover) {
    Lists lists(2 + random() % 19);
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (cover == Cover::some && random() % 3 == 0) continue;
        lists[random() % lists.size()].push_back(row);
        auto& second = lists[random() % lists.size()];
        if (cover == Cover::overlapping && (second.empty() || second.back() != row)) second.push_back(row);
    }
    return lists;
}

std::vector<std::uint32_t> other_rows(const std::vector<std::uint32_t>& held_out, std::size_t rows) {
    std::vector<std::uint32_t> others;
    for (std::uint32_t row = 0; row < rows; ++row)
        if (!std::binary_search(held_out.begin(), held_out.end(), row)) others.push_back(row);
    return others;
}

/// Almost everything goes by bins, and folds stray far or not at all before they go on alone.
EngineLimits random_way(std::mt19937_64& random) {
    constexpr std::size_t small_rows[] = {1, 2, 5, 20, 100};
    constexpr double strays[] = {0.0, 0.05, 0.25, 1.0, 1e9};
    const bool has_fine = random() % 2 == 0;
    return {.small_rows = small_rows[random() % std::size(small_rows)],
            .bins = 3 + random() % 30,
            .keeps_columns = random() % 2 == 0,
            .least_rows_for_threads = 20,
            .most_strays = strays[random() % std::size(strays)],
            .least_rows_for_fine = has_fine ? 2 : SIZE_MAX,
            .share_for_fine = 0.0,
            .demand_for_fine = 0.0,
            .rows_a_fine_bin = 1 + random() % 8};
}

/// Grows the trees together and one by one.
void expect_equal_trees(const reference::Problem& problem, const Lists& lists, const EngineLimits& way,
                        const std::string& about) {
    Progress progress;
    const Threads one(1);
    const Threads three(3);
    const GrowRun run{one, progress};
    if (!engine_covers(problem.set, problem.options, run)) return;
    const PreparedGrowth growth(problem.set, problem.options, problem.terms, run, way);
    const std::vector<Tree> together = growth.grow_without(lists, run);
    EXPECT_EQ(growth.grow_without(lists, {three, progress}), together) << about << ", three threads";
    ASSERT_EQ(together.size(), lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const std::vector<std::uint32_t> rows = other_rows(lists[i], problem.set.rows);
        if (rows.empty()) continue;
        ASSERT_EQ(together[i], growth.grow({one, progress, nullptr, rows})) << about << ", list " << i;
    }
}

TEST(FoldNodes, give_the_trees_that_grow_alone_on_small_tables_full_of_ties) {
    for (std::uint64_t seed = 0; seed < number_of_cases(4'000) && !HasFailure(); ++seed) {
        std::mt19937_64 random(seed);
        const reference::Case example = reference::random_case(seed);
        const reference::Problem problem = reference::problem_of(example);
        const Lists lists = random_lists(random, problem.set.rows, static_cast<Cover>(seed % 3));
        expect_equal_trees(problem, lists, random_way(random), "seed " + std::to_string(seed));
    }
}

TEST(FoldNodes, give_the_trees_that_grow_alone_on_larger_tables) {
    for (std::uint64_t seed = 0; seed < number_of_cases(4'000) / 4 && !HasFailure(); ++seed) {
        std::mt19937_64 random(seed);
        const RandomTable table(seed);
        const reference::Problem& problem = table.problem();
        const Lists lists = random_lists(random, problem.set.rows, static_cast<Cover>(seed % 5 < 3 ? 0 : seed % 5 - 2));
        expect_equal_trees(problem, lists, random_way(random), "seed " + std::to_string(seed) + ": " + table.description());
    }
}

}  // namespace
}  // namespace treewright
