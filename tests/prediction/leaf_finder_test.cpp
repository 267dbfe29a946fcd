#include "treewright/prediction/walk/leaf_finder.h"

#include <gtest/gtest.h>

#include <numeric>

#include "prediction/naive_walk.h"
#include "treewright/prediction/predict.h"

namespace treewright {
namespace {

std::vector<std::uint32_t> leaves_of(const Model& model, const Rows& rows) {
    std::vector<NodeId> leaves(rows.size());
    LeafFinder(model).find(rows, 0, leaves);
    return leaves;
}

/// The leaves of the same rows by the reference.
std::vector<std::uint32_t> reference(const Model& model, const std::vector<Column>& features, std::size_t rows) {
    std::vector<NodeId> leaves;
    for (std::size_t row = 0; row < rows; ++row) leaves.push_back(find_leaf(model.tree, features, row));
    return leaves;
}

/// The same columns as borrowed memory: rounded to floats if `as_floats`, else doubles.
struct LentColumns {
    std::vector<std::vector<float>> floats;
    std::vector<std::vector<double>> doubles;
    std::vector<Column> columns;

    template <class AsFloats>
    LentColumns(const std::vector<Column>& features, const AsFloats& as_floats) {
        floats.resize(features.size());
        doubles.resize(features.size());
        for (std::size_t i = 0; i < features.size(); ++i) {
            columns.push_back(features[i]);
            if (!features[i].has_values()) continue;
            for (const double value : features[i].values) {
                floats[i].push_back(static_cast<float>(value));
                doubles[i].push_back(value);
            }
            columns[i].values = as_floats(i) ? Numbers::borrow(std::span<const float>(floats[i]))
                                             : Numbers::borrow(std::span<const double>(doubles[i]));
        }
    }
};

/// The same as the columns of a row-major matrix.
template <class Number>
struct LentMatrix {
    std::vector<Number> cells;
    std::vector<Column> columns;

    LentMatrix(const std::vector<Column>& features, std::size_t rows) : cells(features.size() * rows), columns(features) {
        for (std::size_t i = 0; i < features.size(); ++i) {
            if (!features[i].has_values()) continue;
            for (std::size_t row = 0; row < rows; ++row)
                cells[row * features.size() + i] = static_cast<Number>(features[i].values[row]);
            const auto step = static_cast<std::ptrdiff_t>(features.size());
            columns[i].values = Numbers::borrow(Strided<Number>(cells.data() + i, rows, step));
        }
    }
};

TEST(LeafFinder, columns_of_doubles_and_floats_against_the_reference_and_a_naive_walk) {
    constexpr std::size_t rows = 67;  // groups of eight, and a rest
    std::size_t deepest = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 150);
        const std::vector<Column> own = naive::random_rows(model, rows, random);
        ASSERT_EQ(leaves_of(model, {own, rows}), naive::leaves(model, own, rows)) << seed;
        const LentMatrix<double> doubles(own, rows);
        ASSERT_EQ(leaves_of(model, {doubles.columns, rows}), naive::leaves(model, own, rows)) << seed;
        const LentMatrix<float> matrix(own, rows);
        ASSERT_EQ(leaves_of(model, {matrix.columns, rows}), naive::leaves(model, matrix.columns, rows)) << seed;
        for (const int floats : {0, 1, 2}) {  // none, all, every second column
            const LentColumns lent(own, [floats](std::size_t i) { return floats == 1 || (floats == 2 && i % 2 == 0); });
            const std::vector<std::uint32_t> expected = naive::leaves(model, lent.columns, rows);
            ASSERT_EQ(reference(model, lent.columns, rows), expected) << seed;
            ASSERT_EQ(leaves_of(model, {lent.columns, rows}), expected) << seed << ", floats " << floats;
        }
        for (std::size_t row = 0; row < rows; ++row) deepest = std::max(deepest, naive::path(model, own, row).size());
    }
    EXPECT_GT(deepest, 6U);  // else nothing was tested
}

/// The columns as a matrix with more cells per row than there are features; codes as numbers.
template <class Value>
std::vector<Value> matrix_cells(const std::vector<Column>& features, std::size_t rows, std::size_t step) {
    std::vector<Value> cells(rows * step, Value{-7});
    for (std::size_t i = 0; i < features.size(); ++i)
        for (std::size_t row = 0; row < rows; ++row) {
            const Column& column = features[i];
            if (column.has_values())
                cells[row * step + i] = static_cast<Value>(column.values[row]);
            else
                cells[row * step + i] = column.codes[row] == missing_code ? std::numeric_limits<Value>::quiet_NaN()
                                                                          : static_cast<Value>(column.codes[row]);
        }
    return cells;
}

template <class Value>
void compare_matrix(const Model& model, const std::vector<Column>& features, std::size_t rows) {
    const std::size_t step = features.size() + 3;
    const std::vector<Value> cells = matrix_cells<Value>(features, rows, step);
    const std::vector<std::uint32_t> expected = naive::leaves(model, features, rows);
    ASSERT_EQ(leaves_of(model, RowMatrix<Value>{cells.data(), rows, step}), expected);
    for (std::size_t row = 0; row < rows; ++row)
        ASSERT_EQ(find_leaf(model, std::span<const Value>(cells).subspan(row * step, step)), expected[row]);
}

TEST(LeafFinder, matrices_against_a_naive_walk_and_single_rows) {
    constexpr std::size_t rows = 43;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 150);
        const std::vector<Column> own = naive::random_rows(model, rows, random);
        compare_matrix<double>(model, own, rows);
        const LentColumns lent(own, [](std::size_t) { return true; });
        compare_matrix<float>(model, lent.columns, rows);
        if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
}

TEST(LeafFinder, a_cell_that_is_not_a_level_is_unseen) {
    EXPECT_EQ(code_of_cell(0.0, 3), 0);
    EXPECT_EQ(code_of_cell(-0.0, 3), 0);
    EXPECT_EQ(code_of_cell(2.0, 3), 2);
    EXPECT_EQ(code_of_cell(naive::missing, 3), missing_code);
    for (const double cell : {3.0, -1.0, 0.5, 1e300, naive::infinity, -naive::infinity})
        EXPECT_EQ(code_of_cell(cell, 3), unseen_code);
}

TEST(LeafFinder, a_place_in_the_middle) {
    sample::RandomModel random(11);
    const Model model = random.make(100);
    const std::vector<Column> features = naive::random_rows(model, 1000, random);
    const std::vector<RowId> all = naive::leaves(model, features, 1000);
    std::vector<RowId> some(100);
    LeafFinder(model).find({features, 1000}, 777, some);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin() + 777));
}

TEST(LeafFinder, deep_trees_ask_copies_of_the_columns) {
    const Model model = sample::chain(40);
    ASSERT_GT(make_compact<double>(model).mean_depth, 10.0);
    std::vector<double> values(1000);
    for (std::size_t row = 0; row < values.size(); ++row)
        values[row] = row % 7 == 0 ? naive::missing : static_cast<double>(row % 83) / 2.0;
    const std::vector<Column> own = {{model.schema.features[0], values, {}}};
    for (const bool floats : {false, true}) {
        const LentColumns lent(own, [floats](std::size_t) { return floats; });
        EXPECT_EQ(leaves_of(model, {lent.columns, 1000}), naive::leaves(model, lent.columns, 1000));
    }
}

TEST(LeafFinder, a_chain_of_a_hundred_thousand_nodes) {
    const Model model = sample::chain(100'000);
    std::vector<double> values = {-1, 50'000, 1e9, naive::missing, 99'999, 0, 12, 13, 14};
    const std::vector<Column> features = {{model.schema.features[0], values, {}}};
    EXPECT_EQ(leaves_of(model, {features, values.size()}), naive::leaves(model, features, values.size()));
    std::vector<float> floats(values.begin(), values.end());
    EXPECT_EQ(leaves_of(model, RowMatrix<float>{floats.data(), floats.size(), 1}),
              naive::leaves(model, features, values.size()));
}

/// A tree of one split on a category of `levels` levels whose children are leaves.
Model category_model(std::size_t levels, Node root, std::vector<std::int32_t> lists) {
    Model model = sample::small_regression();
    model.schema.features = {{"city", ColumnType::categorical, {}}};
    for (std::size_t i = 0; i < levels; ++i) model.schema.features[0].levels.push_back("city" + std::to_string(1'000'000 + i));
    root.feature = 0;
    root.child_count = root.child_count == 0 ? 2 : root.child_count;
    sample::TreeBuilder builder;
    std::vector<NodeId> children(root.child_count);
    std::iota(children.begin(), children.end(), 1U);
    builder.add(root, {}, children);
    for (std::uint32_t i = 0; i < root.child_count; ++i) builder.add(sample::leaf(-1, i + 1.0), {});
    builder.tree.levels = std::move(lists);
    model.tree = builder.tree;
    return model;
}

/// Every level, missing, unseen, and codes that no table should hold.
std::vector<Column> all_codes(const Model& model) {
    const auto levels = static_cast<std::int32_t>(model.schema.features[0].levels.size());
    std::vector<LevelCode> codes = {levels, levels + 1, INT32_MAX, INT32_MIN, -3};
    for (LevelCode code = unseen_code; code < levels; ++code) codes.push_back(code);
    return {{model.schema.features[0], {}, codes}};
}

void compare_all_codes(const Model& model) {
    const std::vector<Column> features = all_codes(model);
    const std::size_t rows = features[0].codes.size();
    EXPECT_EQ(leaves_of(model, {features, rows}), reference(model, features, rows));
}

TEST(LeafFinder, multiway_with_many_levels) {
    for (const std::size_t levels : {2U, 31U, 300U, 70'000U})
        for (const bool missing_branch : {false, true}) {
            Node root;
            root.kind = SplitKind::multiway;
            root.missing_branch = missing_branch;
            root.child_count = static_cast<std::uint32_t>(levels + (missing_branch ? 1 : 0));
            root.missing_child = missing_branch ? root.child_count - 1 : 1;
            compare_all_codes(category_model(levels, root, {}));
        }
}

TEST(LeafFinder, subsets_of_few_and_many_levels) {
    for (const std::size_t levels : {2U, 29U, 30U, 61U, 64U, 300U, 100'000U})
        for (const std::uint32_t missing_child : {0U, 1U}) {
            Node root;
            root.kind = SplitKind::subset;
            root.missing_child = missing_child;
            root.left_levels = root.right_levels = 1;  // one against one: all others are absent and go to the heavier child
            compare_all_codes(category_model(levels, root, {static_cast<std::int32_t>(levels) - 1, 0}));
        }
}

TEST(LeafFinder, sets_take_no_more_room_than_lists_where_levels_are_many) {
    Node root;
    root.kind = SplitKind::subset;
    root.left_levels = root.right_levels = 1;
    EXPECT_LT(make_compact<double>(category_model(1'000'000, root, {5, 7})).sets.size(), 10U);
}

TEST(LeafFinder, whether_a_level_is_missing) {
    for (const std::size_t levels : {3U, 100'000U}) {
        Node root;
        root.kind = SplitKind::is_missing;
        compare_all_codes(category_model(levels, root, {}));
    }
}

TEST(LeafFinder, a_tree_of_one_leaf) {
    Model model = sample::small_regression();
    model.tree = {};
    model.tree.nodes.push_back(sample::leaf(-1, 1));
    const std::vector<Column> features = {{model.schema.features[0], std::vector<double>(11, naive::missing), {}}};
    EXPECT_EQ(leaves_of(model, {features, 11}), std::vector<std::uint32_t>(11, 0));
    EXPECT_EQ(leaves_of(model, RowMatrix<float>{nullptr, 0, 1}), std::vector<std::uint32_t>());
}

}  // namespace
}  // namespace treewright
