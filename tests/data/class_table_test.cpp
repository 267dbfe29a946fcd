// A table that keeps no zeros answers as one that does.
#include "treewright/data/class_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace treewright {
namespace {

constexpr std::size_t few = most_dense_classes;
constexpr std::size_t many = most_dense_classes + 1;

/// Rows of `few` numbers, most of them 0.
std::vector<std::vector<int>> random_rows(std::size_t count) {
    std::mt19937 random(7);
    std::vector<std::vector<int>> rows(count, std::vector<int>(few, 0));
    for (auto& row : rows)
        for (std::size_t i = random() % 20; i > 0; --i) row[random() % few] = static_cast<int>(random() % 9) - 4;
    return rows;
}

/// The rows as a table of that many classes; the last one never occurs if there are `many`.
ClassTable<int> class_table_of(const std::vector<std::vector<int>>& rows, std::size_t classes) {
    ClassTable<int> table;
    for (const auto& row : rows) table.add_row(classes, [&](std::size_t j) { return j < few ? row[j] : 0; });
    return table;
}

void expect_rows(const ClassTable<int>& table, std::size_t classes, const std::vector<std::vector<int>>& rows) {
    ASSERT_TRUE(table.has_rows(rows.size(), classes));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = table.row(i, classes);
        ASSERT_EQ(row.size(), classes);
        EXPECT_TRUE(std::equal(rows[i].begin(), rows[i].end(), row.begin())) << "row " << i;
        int sum = 0;
        table.for_kept(i, classes, [&](std::size_t j, int number) {
            EXPECT_EQ(number, rows[i][j]);
            sum += number;
        });
        EXPECT_EQ(sum, std::accumulate(rows[i].begin(), rows[i].end(), 0));
        for (std::size_t j = 0; j < few; ++j) EXPECT_EQ(table.at(i, j, classes), rows[i][j]);
    }
}

TEST(ClassTable, gives_the_same_numbers_with_and_without_zeros) {
    const auto rows = random_rows(50);
    for (const std::size_t classes : {few, many}) expect_rows(class_table_of(rows, classes), classes, rows);
}

TEST(ClassTable, keeps_no_zeros_of_many_classes) {
    const auto table = class_table_of(random_rows(50), many);
    EXPECT_TRUE(table.cells.empty());
    for (const auto& row : table.sparse) {
        EXPECT_LE(row.size(), 19U);
        EXPECT_TRUE(std::ranges::none_of(row, [](const auto& cell) { return cell.number == 0; }));
    }
}

TEST(ClassTable, rows_are_copied_set_and_added) {
    auto rows = random_rows(50);
    for (const std::size_t classes : {few, many}) {
        auto expected = rows;
        const auto from = class_table_of(rows, classes);
        ClassTable<int> table;
        for (std::size_t i = 0; i < rows.size(); ++i) table.copy_row(from, i, classes);
        EXPECT_EQ(table, from);
        table.set_row(3, classes, [&](std::size_t j) { return j < few ? rows[4][j] : 0; });
        expected[3] = expected[4];
        for (std::size_t i = 10; i < 20; ++i) {
            table.add_to_row(i, i + 10, classes);
            for (std::size_t j = 0; j < few; ++j) expected[i][j] += expected[i + 10][j];
        }
        expect_rows(table, classes, expected);
    }
}

TEST(ClassTable, cells_are_counted_in_any_order) {
    for (const std::size_t classes : {few, many}) {
        std::mt19937 random(11);
        std::vector<std::vector<int>> expected(5, std::vector<int>(few, 0));
        auto table = ClassTable<int>::of_zeros(expected.size(), classes);
        for (int i = 0; i < 500; ++i) {
            const std::size_t row = random() % expected.size();
            const std::size_t position = random() % few;
            table.cell(row, position, classes) += 1;
            expected[row][position] += 1;
        }
        expect_rows(table, classes, expected);
    }
}

TEST(ClassTable, a_row_outlives_its_copy) {
    for (const std::size_t classes : {few, many}) {
        const auto table = class_table_of(random_rows(2), classes);
        ClassRow<int> kept;
        {
            const auto row = table.row(0, classes);
            kept = row;
        }
        const ClassRow<int> moved = std::move(kept);
        EXPECT_TRUE(std::ranges::equal(moved, table.row(0, classes)));
    }
}

}  // namespace
}  // namespace treewright
