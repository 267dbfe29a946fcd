// Folds, splits and groups: what holds for every plan, on random tables.
#include "treewright/resampling/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "training/tables.h"
#include "treewright/base/error.h"
#include "treewright/resampling/row_groups.h"

namespace treewright {
namespace {

const Threads one(1);

std::vector<Repeat> repeats_of(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows) {
    return make_repeats(set, plan, rows, QuietRun(one));
}

std::vector<Repeat> repeats_of(const TrainingSet& set, const ResamplingPlan& plan) {
    return repeats_of(set, plan, set.all_rows());
}

/// Groups of 1 to `most` rows, named in no order.
TrainingSet grouped(TrainingSet set, std::uint64_t seed, std::size_t most) {
    std::mt19937_64 engine(seed);
    Column group;
    group.schema.name = "patient";
    group.schema.type = ColumnType::categorical;
    std::vector<std::string> names;
    for (std::size_t row = 0; row < set.rows;) {
        const std::size_t size = 1 + engine() % most;
        for (std::size_t i = 0; i < size && row < set.rows; ++i, ++row) group.codes.push_back(level_code(names.size()));
        names.push_back(std::to_string(engine() % 1000000) + "-" + std::to_string(names.size()));
    }
    group.schema.levels = names;
    // Levels stand in the order of their bytes.
    std::vector<std::int32_t> order(names.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](auto a, auto b) { return names[static_cast<std::size_t>(a)] < names[static_cast<std::size_t>(b)]; });
    std::vector<std::int32_t> place(names.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    for (LevelCode& code : group.codes) code = place[static_cast<std::size_t>(code)];
    std::sort(group.schema.levels.begin(), group.schema.levels.end());
    set.group = std::move(group);
    return set;
}

TrainingSet in_order(const TrainingSet& set, const std::vector<std::size_t>& order) {
    const std::vector<RowId> rows(order.begin(), order.end());
    return pick_rows(set, rows);
}

/// Where each row of the first table went, by its number there.
RowList as_before(const RowList& rows, const std::vector<std::size_t>& order) {
    RowList before;
    for (const RowId row : rows) before.push_back(static_cast<std::uint32_t>(order[row]));
    std::sort(before.begin(), before.end());
    return before;
}

/// Rows that all differ, so that where they went is known.
TrainingSet distinct_table(int rows, std::uint64_t seed) {
    TrainingSet set = large_table(false, rows, seed);
    std::vector<double> numbers(set.rows);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    set.features[1].values = Numbers(std::move(numbers));
    return set;
}

TEST(Plan, holds_every_row_out_once_a_repeat_whatever_the_order) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const TrainingSet set = distinct_table(30 + 7 * static_cast<int>(seed), seed);
        const std::vector<std::size_t> order = shuffled_rows(set.rows, seed);
        const TrainingSet other = in_order(set, order);
        for (const bool stratified : {true, false}) {
            const ResamplingPlan plan{Scheme::folds, 2 + seed % 9, 3, 0.3, stratified, seed};
            const auto repeats = repeats_of(set, plan);
            const auto others = repeats_of(other, plan);
            ASSERT_EQ(repeats.size(), 3U);
            EXPECT_NE(repeats[0], repeats[1]);
            for (std::size_t r = 0; r < repeats.size(); ++r) {
                std::vector<int> seen(set.rows, 0);
                for (std::size_t fold = 0; fold < plan.folds; ++fold) {
                    for (const RowId row : repeats[r][fold]) ++seen[row];
                    EXPECT_EQ(as_before(others[r][fold], order), repeats[r][fold]);
                }
                EXPECT_EQ(seen, std::vector<int>(set.rows, 1));
            }
        }
    }
}

TEST(Plan, keeps_groups_together_whatever_the_order) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const TrainingSet set = grouped(distinct_table(60 + 5 * static_cast<int>(seed), seed), seed, 1 + seed % 9);
        const std::vector<std::size_t> order = shuffled_rows(set.rows, seed);
        const TrainingSet other = in_order(set, order);
        for (const Scheme scheme : {Scheme::folds, Scheme::holdout}) {
            const ResamplingPlan plan{scheme, 2 + seed % 4, 2, 0.3, seed % 2 == 0, seed};
            const auto repeats = repeats_of(set, plan);
            const auto others = repeats_of(other, plan);
            for (std::size_t r = 0; r < repeats.size(); ++r) {
                std::map<std::int32_t, std::set<std::size_t>> places;
                std::vector<int> seen(set.rows, 0);
                for (std::size_t fold = 0; fold < repeats[r].size(); ++fold) {
                    EXPECT_FALSE(repeats[r][fold].empty());
                    EXPECT_EQ(as_before(others[r][fold], order), repeats[r][fold]);
                    for (const RowId row : repeats[r][fold]) ++seen[row];
                }
                for (std::size_t row = 0; row < set.rows; ++row) {
                    std::size_t place = repeats[r].size();
                    for (std::size_t fold = 0; fold < repeats[r].size(); ++fold)
                        if (std::binary_search(repeats[r][fold].begin(), repeats[r][fold].end(), row)) place = fold;
                    places[set.group->codes[row]].insert(place);
                }
                for (const auto& [group, parts] : places) EXPECT_EQ(parts.size(), 1U) << "seed " << seed;
                if (scheme == Scheme::holdout) continue;
                EXPECT_EQ(seen, std::vector<int>(set.rows, 1));
            }
        }
    }
}

/// Groups of a few rows of mixed classes: every fold has about its share of rows and of every class.
TEST(Plan, spreads_classes_over_grouped_folds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const TrainingSet set = grouped(distinct_table(1000, seed), seed, 8);
        const auto folds = repeats_of(set, {Scheme::folds, 5, 1, 0.3, true, seed}).front();
        std::vector<double> all(3, 0.0);
        for (const LevelCode code : set.target.codes) ++all[static_cast<std::size_t>(code)];
        for (const RowList& fold : folds) {
            std::vector<double> some(3, 0.0);
            for (const RowId row : fold) ++some[set.class_of(row)];
            for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(some[j], all[j] / 5.0, 8.0) << "seed " << seed;
        }
    }
}

TEST(Plan, deals_a_rare_class_out_as_far_as_it_goes) {
    TrainingSet set = distinct_table(200, 3);
    for (LevelCode& code : set.target.codes) code = code == 2 ? 1 : code;
    for (const std::size_t row : {5, 50, 120}) set.target.codes[row] = 2;
    const auto folds = repeats_of(set, {Scheme::folds, 10, 1, 0.3, true, 1}).front();
    std::size_t with_it = 0;
    for (const RowList& fold : folds) {
        const auto count = std::count_if(fold.begin(), fold.end(), [&](auto row) { return set.target.codes[row] == 2; });
        EXPECT_LE(count, 1);
        with_it += static_cast<std::size_t>(count);
    }
    EXPECT_EQ(with_it, 3U);
    const QuietRun run;
    warn_of_plan(set, {Scheme::folds, 10, 1, 0.3, true, 1}, set.all_rows(), run);
    ASSERT_EQ(run.messages().list().size(), 1U);
    EXPECT_EQ(run.messages().list()[0].text, "the class 'C' has 3 rows for 10 folds: some folds will have none of it");
}

TEST(Plan, splits_by_share_and_class_and_among_some_rows) {
    const TrainingSet set = distinct_table(1000, 5);
    const RowList rows = rows_without(row_numbers(400), set.all_rows());
    const auto repeats = repeats_of(set, {Scheme::holdout, 10, 30, 0.25, true, 1}, RowSelection::of(rows));
    ASSERT_EQ(repeats.size(), 30U);
    for (const Repeat& repeat : repeats) {
        ASSERT_EQ(repeat.size(), 1U);
        EXPECT_EQ(repeat[0].size(), 150U);
        EXPECT_GE(repeat[0].front(), 400U);
    }
}

TEST(Plan, leaves_out_one_after_the_other) {
    const TrainingSet set = distinct_table(12, 1);
    const auto repeats = repeats_of(set, {Scheme::leave_one_out, 10, 1, 0.3, true, 1});
    ASSERT_EQ(repeats.size(), 1U);
    for (RowId row = 0; row < 12; ++row) EXPECT_EQ(repeats[0][row], RowList{row});
}

std::string complaint_about(const TrainingSet& set, const ResamplingPlan& plan) {
    try {
        (void)repeats_of(set, plan);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Plan, says_what_cannot_be_done) {
    const TrainingSet few = distinct_table(6, 1);
    EXPECT_EQ(complaint_about(few, {Scheme::folds, 10, 1, 0.3, true, 1}), "there are 6 rows for 10 folds: use at most folds 6");
    EXPECT_EQ(complaint_about(few, {Scheme::holdout, 10, 1, 0.1, true, 1}),
              "holdout 0.1 of 6 rows leaves no rows to test on: choose another share");
    TrainingSet alone = grouped(few, 1, 1);
    std::fill(alone.group->codes.begin(), alone.group->codes.end(), 0);
    EXPECT_EQ(complaint_about(alone, {Scheme::folds, 2, 1, 0.3, true, 1}),
              "all rows are in one group of 'patient': there is no other group to hold out");
    for (std::size_t row = 0; row < 3; ++row) alone.group->codes[row] = 1;
    EXPECT_EQ(complaint_about(alone, {Scheme::folds, 3, 1, 0.3, true, 1}),
              "there are 2 groups of 'patient' for 3 folds: use at most folds 2");
}

TEST(Groups, without_a_value_stand_alone) {
    TrainingSet set = grouped(distinct_table(20, 1), 1, 5);
    for (std::size_t row = 0; row < 4; ++row) set.group->codes[row] = missing_code;
    const auto groups = groups_of(set, set.all_rows());
    for (RowId row = 0; row < 4; ++row) EXPECT_NE(std::find(groups.begin(), groups.end(), RowList{row}), groups.end());
}

TEST(Parts, have_their_shares_of_rows_and_classes) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const TrainingSet set = distinct_table(500, seed);
        const std::vector<double> shares = {0.6, 0.2, 0.2};
        const auto parts = make_parts(set, {shares, seed, true}, set.all_rows(), QuietRun(one));
        std::vector<double> all(3, 0.0);
        for (const LevelCode code : set.target.codes) ++all[static_cast<std::size_t>(code)];
        for (std::size_t i = 0; i < parts.size(); ++i) {
            EXPECT_NEAR(static_cast<double>(parts[i].size()), shares[i] * 500.0, 1.0);
            std::vector<double> some(3, 0.0);
            for (const RowId row : parts[i]) ++some[set.class_of(row)];
            for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(some[j], shares[i] * all[j], 2.0);
        }
    }
}

}  // namespace
}  // namespace treewright
