#include "treewright/statistics/exact_test.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "treewright/statistics/chi_squared.h"

namespace treewright {
namespace {

using Table = std::vector<double>;

/// n choose k, by Pascal's rule; exact for the small numbers here.
std::uint64_t choose(int n, int k) {
    std::vector<std::uint64_t> row = {1};
    for (int i = 0; i < n; ++i) {
        row.push_back(0);
        for (std::size_t j = row.size() - 1; j > 0; --j) row[j] += row[j - 1];
    }
    return row[static_cast<std::size_t>(k)];
}

/// By definition: all tables with these margins, each with the number of ways to draw it, a way being a choice of rows for
/// every cell.
class BruteForce {
public:
    BruteForce(const Table& table, std::size_t columns) : columns_(columns) {
        row_totals_.assign(table.size() / columns, 0);
        column_totals_.assign(columns, 0);
        observed_ = 1;
        for (std::size_t i = 0; i < table.size(); ++i) {
            row_totals_[i / columns] += static_cast<int>(table[i]);
            column_totals_[i % columns] += static_cast<int>(table[i]);
        }
        std::vector<int> left = column_totals_;
        for (std::size_t i = 0; i < table.size(); ++i) {
            observed_ *= static_cast<double>(choose(left[i % columns], static_cast<int>(table[i])));
            left[i % columns] -= static_cast<int>(table[i]);
        }
        fill(0, row_totals_[0], column_totals_, 1.0);
    }
    [[nodiscard]] double p_value() const { return extreme_ / all_; }

private:
    void fill(std::size_t cell, int row_left, const std::vector<int>& left, double ways) {
        const std::size_t column = cell % columns_;
        if (cell == row_totals_.size() * columns_) {
            all_ += ways;
            if (ways <= observed_ * (1 + 1e-7)) extreme_ += ways;
            return;
        }
        for (int value = 0; value <= std::min(row_left, left[column]); ++value) {
            const bool last = column + 1 == columns_;
            if (last && value != row_left) continue;
            std::vector<int> next = left;
            next[column] -= value;
            const std::size_t next_row = cell / columns_ + 1;
            const int next_row_left = !last ? row_left - value : next_row < row_totals_.size() ? row_totals_[next_row] : 0;
            fill(cell + 1, next_row_left, next, ways * static_cast<double>(choose(left[column], value)));
        }
    }

    std::size_t columns_;
    std::vector<int> row_totals_;
    std::vector<int> column_totals_;
    double observed_ = 0;
    double all_ = 0;
    double extreme_ = 0;
};

// Expected values from scipy 1.17, fisher_exact, two-sided.
TEST(ExactTest, fisher) {
    const auto p = [](const Table& table) { return exact_test(table, 2).p_value; };
    EXPECT_NEAR(p({3, 1, 1, 3}), 0.48571428571428565, 1e-14);
    EXPECT_NEAR(p({8, 2, 1, 5}), 0.034965034965034975, 1e-14);
    EXPECT_NEAR(p({0, 7, 5, 2}), 0.02097902097902098, 1e-14);
    EXPECT_NEAR(p({100, 20, 6, 900}) / 4.639910234715113e-110, 1, 1e-10);
    EXPECT_NEAR(p({1000, 1200, 1100, 1050}) / 0.000168347712959325, 1, 1e-9);
    EXPECT_NEAR(p({50000, 50300, 49800, 51000}) / 0.04570807032064669, 1, 1e-8);
    EXPECT_FALSE(exact_test(Table{3, 1, 1, 3}, 2).approximate);
}

TEST(ExactTest, large_counts_take_no_time) {
    const ExactTest test = exact_test(Table{5e8, 5e8, 5e8 - 20000, 5e8 + 20000}, 2);
    const double approximation = chi_squared_test(Table{5e8, 5e8, 5e8 - 20000, 5e8 + 20000}, 2).p_value;
    EXPECT_FALSE(test.approximate);
    EXPECT_NEAR(test.p_value / approximation, 1, 1e-3);
    EXPECT_EQ(exact_test(Table{1e9, 0, 0, 1e9}, 2).p_value, 0);
}

TEST(ExactTest, against_brute_force) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 600; ++round) {
        const std::size_t rows = 2 + random() % 3;
        const std::size_t columns = 2 + random() % 2;
        Table table(rows * columns);
        for (double& cell : table) cell = static_cast<double>(random() % 4);
        const ExactTest test = exact_test(table, columns);
        ASSERT_FALSE(test.approximate);
        ASSERT_NEAR(test.p_value, BruteForce(table, columns).p_value(), 1e-12) << round;
    }
}

TEST(ExactTest, nothing_to_test) {
    for (const Table& table : {Table{}, Table{0, 0, 0, 0}, Table{3, 4, 0, 0}, Table{3, 0, 4, 0}}) {
        EXPECT_EQ(exact_test(table, 2).p_value, 1);
        EXPECT_FALSE(exact_test(table, 2).approximate);
    }
}

TEST(ExactTest, empty_rows_and_columns_do_not_count) {
    EXPECT_EQ(exact_test(Table{8, 0, 2, 0, 0, 0, 1, 0, 5}, 3).p_value, exact_test(Table{8, 2, 1, 5}, 2).p_value);
}

TEST(ExactTest, what_is_too_large_or_not_whole_is_approximate) {
    const Table large = {100, 120, 90, 80, 70, 130, 60, 50, 40};
    EXPECT_TRUE(exact_test(large, 3).approximate);
    EXPECT_EQ(exact_test(large, 3).p_value, chi_squared_test(large, 3).p_value);
    const Table fractions = {3.5, 1, 1, 3};
    EXPECT_TRUE(exact_test(fractions, 2).approximate);
    EXPECT_EQ(exact_test(fractions, 2).p_value, chi_squared_test(fractions, 2).p_value);
}

/// One row of `rows` has the one minority case: there are as many tables as rows, all equally probable.
Table one_odd_row(std::size_t rows) {
    Table table;
    for (std::size_t row = 0; row < rows; ++row)
        table.insert(table.end(), {row == rows / 2 ? 1.0 : 0.0, row == rows / 2 ? 0.0 : 1.0});
    return table;
}

TEST(ExactTest, the_limit_is_a_hundred_thousand_tables) {
    const ExactTest within = exact_test(one_odd_row(100'000), 2);
    EXPECT_FALSE(within.approximate);
    EXPECT_NEAR(within.p_value, 1, 1e-9);
    EXPECT_TRUE(exact_test(one_odd_row(100'001), 2).approximate);
}

}  // namespace
}  // namespace treewright
