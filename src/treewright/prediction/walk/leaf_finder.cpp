#include "treewright/prediction/walk/leaf_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <type_traits>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/prediction/row_walk.h"
#include "treewright/prediction/walk/leaf_walk_internal.h"

namespace treewright {

namespace {

std::vector<FeatureId> asked_features(const Tree& tree) {
    std::set<FeatureId> asked;
    for (const Node& node : tree.nodes)
        if (!node.is_leaf()) asked.insert(node.feature);
    return {asked.begin(), asked.end()};
}

std::vector<FeatureId> needed_features(const Tree& tree) {
    const std::vector<FeatureId> asked = asked_features(tree);
    std::set<FeatureId> needed(asked.begin(), asked.end());
    for (const Surrogate& surrogate : tree.surrogates) needed.insert(surrogate.feature);
    return {needed.begin(), needed.end()};
}

/// Large columns often all begin at a page boundary. An eight-way cache holds eight lines with the same page offset, so if rows
/// use more columns than that, they evict each other (conflict misses): 1M rows x 20 floats took 180 ms in a tree of 214,569
/// nodes, with a copy 101; at depth 10 both took 24 ms, at depth 6 10 without a copy and 15 with one.
constexpr double mean_depth_to_copy = 10.0;

/// A range of the caller's rows: `count` of them from `first` on.
struct Block {
    std::size_t first;
    std::size_t count;
    bool copy;  ///< even if they could be read in place
};

/// The cells of a block that the tree uses, as columns of `Value`: copied, or in the caller's memory.
template <class Value>
class BlockColumns {
public:
    BlockColumns(std::size_t features, std::size_t asked, std::size_t rows)
        : columns_(features, nullptr), stride_(rows + 64 / sizeof(Value)), asked_(asked) {}

    void borrow(FeatureId feature, const Value* cells) { columns_[feature] = cells; }
    /// `cell_at` gives the cell of a row of the block.
    template <class CellAt>
    void fill(FeatureId feature, std::size_t rows, const CellAt& cell_at) {
        // One cache line more than the rows need, so that columns do not begin at the same page offset.
        if (!room_) room_ = std::make_unique_for_overwrite<Value[]>(asked_ * stride_);
        Value* const cells = room_.get() + filled_++ * stride_;
        for (std::size_t i = 0; i < rows; ++i) cells[i] = cell_at(i);
        columns_[feature] = cells;
    }

    [[nodiscard]] BlockCells<Value> cells() const { return {columns_.data()}; }

private:
    std::vector<const Value*> columns_;
    std::size_t stride_;
    std::size_t asked_;
    std::size_t filled_ = 0;
    std::unique_ptr<Value[]> room_;
};

template <class Value>
void add_column(BlockColumns<Value>& block, FeatureId feature, const Column& column, std::size_t levels, const Block& at) {
    if (!column.has_values())
        return block.fill(feature, at.count, [codes = column.codes.data() + at.first, levels](std::size_t i) {
            return cell_of_key<Value>(level_key(codes[i], levels));
        });
    column.values.visit([&](auto numbers) {
        const auto cells = numbers.subspan(at.first, at.count);
        if constexpr (std::is_same_v<decltype(numbers), std::span<const Value>>)
            if (!at.copy) return block.borrow(feature, cells.data());
        block.fill(feature, at.count, [cells](std::size_t i) { return static_cast<Value>(cells[i]); });
    });
}

template <class Value, class Cells>
void walk(const CompactTree<Value>& tree, const Tree& model_tree, const Cells& cells, std::span<NodeId> leaves) {
    if (tree.has_categories)
        LeafWalk<WithCategories<Value>, Value, Cells>(tree, model_tree, cells).find(leaves.size(), leaves.data());
    else
        LeafWalk<NumbersOnly<Value>, Value, Cells>(tree, model_tree, cells).find(leaves.size(), leaves.data());
}

/// A feature of some rows: those from `first` on.
struct FeatureCells {
    FeatureId feature;
    std::size_t first;
    const ColumnSchema& schema;
};

/// Marks the rows without a value, or with a level unseen in training. The loops over a column are branch-free, so that they
/// are vectorised.
void mark_unknown(const Rows& rows, const FeatureCells& cells, std::span<std::uint8_t> marks) {
    const auto levels = size32(cells.schema.levels);
    const auto mark_columns = [&](const Rows::InColumns& shape) {
        const Column& column = (*shape.features)[cells.feature];
        if (!column.has_values()) {
            const std::int32_t* const codes = column.codes.data() + cells.first;
            for (std::size_t i = 0; i < marks.size(); ++i) marks[i] |= static_cast<std::uint32_t>(codes[i]) >= levels ? 1 : 0;
            return;
        }
        column.values.visit([&](auto numbers) {
            const auto values = numbers.subspan(cells.first, marks.size());
            for (std::size_t i = 0; i < marks.size(); ++i) marks[i] |= static_cast<std::uint8_t>(values[i] != values[i]);
        });
    };
    const auto mark_matrix = [&](const auto& matrix) {
        const bool by_value = holds_values(cells.schema.type);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const auto cell = static_cast<double>(matrix.cells[(cells.first + i) * matrix.step + cells.feature]);
            if (by_value ? is_missing(cell) : code_of_cell(cell, levels) < 0) marks[i] = 1;
        }
    };
    std::visit(
        [&](const auto& shape) {
            if constexpr (std::is_same_v<decltype(shape), const Rows::InColumns&>)
                mark_columns(shape);
            else
                mark_matrix(shape);
        },
        rows.shape());
}

void check_columns(const Schema& schema, const std::vector<FeatureId>& asked, const Rows::InColumns& rows) {
    if (rows.features->size() != schema.features.size())
        throw input_error(
            fmt::format("the model needs {} columns, but {} were given: give them all, in the order of its schema",
                        schema.features.size(), rows.features->size()));
    for (const FeatureId feature : asked) {
        const Column& column = (*rows.features)[feature];
        const ColumnSchema& wanted = schema.features[feature];
        if (column.has_values() != holds_values(wanted.type))
            throw input_error(fmt::format("the column for '{}' holds {}, but the model needs {}", wanted.name,
                                          column.has_values() ? "numbers" : "levels",
                                          column.has_values() ? "levels" : "numbers"));
        if (column.size() < rows.rows)
            throw input_error(fmt::format("the column for '{}' has {} cells for {} rows: give one cell per row", wanted.name,
                                          column.size(), rows.rows));
    }
}

template <class Value>
void check_matrix(const Schema& schema, const RowMatrix<Value>& matrix) {
    if (matrix.step < schema.features.size())
        throw input_error(fmt::format(
            "the model needs {} cells per row, but the matrix has {}: give all features, in the order of its schema",
            schema.features.size(), matrix.step));
}

}  // namespace

LeafFinder::LeafFinder(const Model& model)
    : model_(model), asked_(asked_features(model.tree)), needed_(needed_features(model.tree)) {}

template <>
const CompactTree<float>& LeafFinder::compact() const {
    std::call_once(floats_.once, [this] { floats_.tree = make_compact<float>(model_); });
    return *floats_.tree;
}

template <>
const CompactTree<double>& LeafFinder::compact() const {
    std::call_once(doubles_.once, [this] { doubles_.tree = make_compact<double>(model_); });
    return *doubles_.tree;
}

void LeafFinder::check(const Rows& rows) const {
    if (rows.size() == 0) return;
    std::visit(
        [this](const auto& shape) {
            if constexpr (std::is_same_v<decltype(shape), const Rows::InColumns&>)
                check_columns(model_.schema, needed_, shape);
            else
                check_matrix(model_.schema, shape);
        },
        rows.shape());
}

bool LeafFinder::all_floats(const std::vector<Column>& columns) const {
    return std::all_of(asked_.begin(), asked_.end(), [&columns](FeatureId feature) {
        const Column& column = columns[feature];
        return !column.has_values() || column.values.visit([](auto numbers) { return sizeof(numbers[0]) == sizeof(float); });
    });
}

template <class Value>
void LeafFinder::find_in_columns(const Rows::InColumns& rows, std::size_t first, std::span<NodeId> leaves) const {
    BlockColumns<Value> block(model_.schema.features.size(), asked_.size(), leaves.size());
    const CompactTree<Value>& tree = compact<Value>();
    const Block at{first, leaves.size(), tree.mean_depth > mean_depth_to_copy};
    for (const FeatureId feature : asked_)
        add_column(block, feature, (*rows.features)[feature], model_.schema.features[feature].levels.size(), at);
    walk(tree, model_.tree, block.cells(), leaves);
}

/// Numbers are read in place. Only a tree that splits on levels needs a copy, because levels are numbers in the matrix.
template <class Value>
void LeafFinder::find_in_matrix(const RowMatrix<Value>& rows, std::size_t first, std::span<NodeId> leaves) const {
    const CompactTree<Value>& tree = compact<Value>();
    if (!tree.has_categories)
        return walk(tree, model_.tree, MatrixCells<Value>{rows.cells + first * rows.step, rows.step}, leaves);
    BlockColumns<Value> block(model_.schema.features.size(), asked_.size(), leaves.size());
    for (const FeatureId feature : asked_) {
        const ColumnSchema& schema = model_.schema.features[feature];
        block.fill(feature, leaves.size(), [&, cells = rows.cells + first * rows.step + feature](std::size_t i) {
            const Value cell = cells[i * rows.step];
            const std::size_t levels = schema.levels.size();
            if (holds_values(schema.type)) return cell;
            return cell_of_key<Value>(level_key(code_of_cell(static_cast<double>(cell), levels), levels));
        });
    }
    walk(tree, model_.tree, block.cells(), leaves);
}

void LeafFinder::find(const Rows& rows, std::size_t first, std::span<NodeId> leaves) const {
    find_known(rows, first, leaves);
    if (!model_.tree.fractional() && model_.tree.surrogates.empty()) return;
    for (const std::size_t row : incomplete_rows(rows, first, leaves.size()))
        leaves[row - first] = find_leaf(model_, rows, row);
}

std::vector<std::size_t> LeafFinder::incomplete_rows(const Rows& rows, std::size_t first, std::size_t count) const {
    std::vector<std::uint8_t> lacks(count, 0);
    for (const FeatureId feature : asked_) mark_unknown(rows, {feature, first, model_.schema.features[feature]}, lacks);
    std::vector<std::size_t> incomplete;
    for (std::size_t i = 0; i < count; ++i)
        if (lacks[i] != 0) incomplete.push_back(first + i);
    return incomplete;
}

void LeafFinder::find_known(const Rows& rows, std::size_t first, std::span<NodeId> leaves) const {
    if (const auto* columns = std::get_if<Rows::InColumns>(&rows.shape())) {
        if (all_floats(*columns->features)) return find_in_columns<float>(*columns, first, leaves);
        return find_in_columns<double>(*columns, first, leaves);
    }
    if (const auto* floats = std::get_if<RowMatrix<float>>(&rows.shape())) return find_in_matrix(*floats, first, leaves);
    find_in_matrix(std::get<RowMatrix<double>>(rows.shape()), first, leaves);
}

}  // namespace treewright
