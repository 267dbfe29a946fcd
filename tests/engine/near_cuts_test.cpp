#include "treewright/engine/leave_one_out/near_cuts.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/random_table.h"
#include "treewright/growing/grower.h"
#include "treewright/growing/split_search.h"

namespace treewright {
namespace {

CutView view_with(std::int64_t least, std::int64_t most) {
    CutView view;
    view.least_left = least;
    view.most_left = most;
    view.known = FewIntegers(2);
    view.known[0] = 100;
    return view;
}

TEST(SafeCut, leaves_room_for_a_missing_row_on_either_side) {
    EXPECT_TRUE(is_safe_cut(view_with(10, 90), 15, 5));
    EXPECT_FALSE(is_safe_cut(view_with(10, 90), 14, 5));
    EXPECT_TRUE(is_safe_cut(view_with(10, 90), 85, 5));
    EXPECT_FALSE(is_safe_cut(view_with(10, 90), 86, 5));
    EXPECT_FALSE(is_safe_cut(view_with(0, 100), 1, 1));  // a side would be empty
    EXPECT_TRUE(is_safe_cut(view_with(0, 100), 98, 1));
    EXPECT_FALSE(is_safe_cut(view_with(0, 100), 99, 1));
}

/// Such limits plus a margin used to overflow to a negative number, and every cut seemed safe.
TEST(SafeCut, is_none_where_the_limits_allow_nothing) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    EXPECT_FALSE(is_safe_cut(view_with(largest, 90), 50, std::int64_t{1} << 58));
    EXPECT_FALSE(is_safe_cut(view_with(0, std::numeric_limits<std::int64_t>::min()), 50, std::int64_t{1} << 58));
}

/// The near cuts of the root.
class RootCuts {
public:
    explicit RootCuts(const reference::Problem& problem)
        : labels_(problem.set),
          search_(problem.set, labels_, problem.options, problem.terms),
          measure_(make_measure(search_.context(), problem.terms)),
          row_labels_(labels_),
          table_(search_.context(), one_, progress_),
          features_(near_cuts({search_.context(), problem.terms, *measure_, row_labels_, table_},
                              root_node(search_.context(), table_, one_), {})) {}

    [[nodiscard]] std::size_t count() const {
        std::size_t count = 0;
        for (const NearFeature& feature : features_) count += feature.cuts.size();
        return count;
    }

    /// Whether one of them partitions the rows as the split of the tree's root does.
    [[nodiscard]] bool hold(const Tree& tree, const TrainingSet& set, const std::vector<RowId>& rows) const {
        for (const NearFeature& feature : features_)
            for (const NearCut& cut : feature.cuts)
                if (feature.feature == tree.nodes[0].feature && parts(feature, cut, tree, set, rows)) return true;
        return false;
    }

private:
    [[nodiscard]] bool parts(const NearFeature& feature, const NearCut& cut, const Tree& tree, const TrainingSet& set,
                             const std::vector<RowId>& rows) const {
        const Column& column = set.features[feature.feature];
        return std::all_of(rows.begin(), rows.end(), [&](RowId row) {
            if (column.missing_at(row)) return true;
            return (table_.rank(feature.position, row) <= cut.boundary) == (column.values[row] <= tree.nodes[0].threshold);
        });
    }

    const Threads one_{1};
    Progress progress_;
    Labels labels_;
    SplitSearch search_;
    std::unique_ptr<CutMeasure> measure_;
    RowLabels row_labels_;
    RankedTable table_;
    std::vector<NearFeature> features_;
};

/// Some of its columns are the table's.
reference::Problem stump_of(const RandomTable& table) {
    reference::Problem problem = table.problem();
    problem.options.max_depth = 1;
    problem.options.max_leaves = no_limit;
    return problem;
}

std::vector<std::uint32_t> rows_without(std::size_t count, std::uint32_t left_out) {
    std::vector<RowId> rows = row_numbers(count);
    rows.erase(rows.begin() + left_out);
    return rows;
}

TEST(NearCuts, hold_the_best_cut_without_any_one_row) {
    std::size_t thresholds = 0;
    for (std::uint64_t seed = 0; seed < reference::number_of_cases(10'000) / 50; ++seed) {
        const RandomTable table(seed, 20 + seed % 30);
        const reference::Problem problem = stump_of(table);
        const RootCuts near(problem);
        for (RowId row = 0; row < problem.set.rows; ++row) {
            const std::vector<std::uint32_t> others = rows_without(problem.set.rows, row);
            const Tree tree = grow(problem.set, RowSelection::of(others), problem.options, problem.terms, QuietRun()).tree;
            if (tree.nodes[0].kind != SplitKind::threshold) continue;
            ++thresholds;
            ASSERT_TRUE(near.hold(tree, problem.set, others)) << "seed " << seed << ", row " << row;
        }
    }
    EXPECT_GT(thresholds, reference::number_of_cases(10'000) / 50);  // else nothing was tested
}

/// Two classes that a number separates, and a little noise: cuts far from the gap cannot win whichever row is left out.
TEST(NearCuts, are_few_where_one_cut_is_clearly_best) {
    reference::Case example;
    example.columns = {"x:n", "y:c"};
    for (int i = 0; i < 200; ++i) example.rows.push_back({std::to_string(i), (i < 100) == (i % 10 != 0) ? "A" : "B"});
    const RootCuts near(problem_of(example));
    EXPECT_GE(near.count(), 1U);
    EXPECT_LE(near.count(), 20U);
}

}  // namespace
}  // namespace treewright
