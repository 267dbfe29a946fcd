#include "treewright/training/folds.h"

#include <gtest/gtest.h>

#include <set>

#include "training/tables.h"

namespace treewright {
namespace {

std::vector<std::vector<std::uint32_t>> folds_of(const TrainingSet& set, std::size_t count, std::uint64_t seed = 1) {
    const Threads two(2);
    return make_folds(set, {count, seed}, set.all_rows(), QuietRun(two));
}

TEST(Folds, hold_every_row_once_and_every_class_evenly) {
    const TrainingSet set = large_table(false, 503);
    const auto folds = folds_of(set, 10);
    std::vector<int> seen(set.rows, 0);
    std::vector<std::vector<int>> by_class(3, std::vector<int>(10, 0));
    for (std::size_t fold = 0; fold < folds.size(); ++fold)
        for (const RowId row : folds[fold]) {
            ++seen[row];
            ++by_class[set.class_of(row)][fold];
        }
    EXPECT_EQ(seen, std::vector<int>(set.rows, 1));
    for (const std::vector<int>& counts : by_class)
        EXPECT_LE(*std::max_element(counts.begin(), counts.end()) - *std::min_element(counts.begin(), counts.end()), 1);
    for (const auto& fold : folds) EXPECT_TRUE(fold.size() == 50 || fold.size() == 51) << fold.size();
}

/// The rows of a fold as texts: what does not depend on where they stand.
std::multiset<std::string> contents(const TrainingSet& set, const std::vector<RowId>& rows) {
    std::multiset<std::string> texts;
    for (const RowId row : rows) {
        std::string text;
        for (const Column& feature : set.features)
            text += (feature.has_values() ? std::to_string(feature.values[row]) : std::to_string(feature.codes[row])) + ",";
        texts.insert(text + std::to_string(set.target.codes[row]) + "," + std::to_string(set.weight(row)));
    }
    return texts;
}

TEST(Folds, depend_on_the_rows_and_the_seed_and_not_on_their_order) {
    const TrainingSet set = large_table(false, 400);
    const TrainingSet other = with_rows(set, shuffled_rows(set.rows, 3));
    const auto folds = folds_of(set, 5);
    const auto others = folds_of(other, 5);
    for (std::size_t fold = 0; fold < 5; ++fold) EXPECT_EQ(contents(set, folds[fold]), contents(other, others[fold]));
    EXPECT_NE(folds_of(set, 5, 2), folds);
}

TEST(Folds, a_drawn_part_has_its_share_of_every_class) {
    const TrainingSet set = large_table(false, 1000);
    const Threads one(1);
    const auto drawn = draw_rows(set, {0.3, 1}, set.all_rows(), QuietRun(one));
    EXPECT_EQ(drawn.size(), 300U);
    std::vector<double> all(3, 0), some(3, 0);
    for (std::size_t row = 0; row < set.rows; ++row) ++all[set.class_of(row)];
    for (const RowId row : drawn) ++some[set.class_of(row)];
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(some[j], 0.3 * all[j], 1.0);
    EXPECT_EQ(rows_without(drawn, set.all_rows()).size(), 700U);
}

}  // namespace
}  // namespace treewright
