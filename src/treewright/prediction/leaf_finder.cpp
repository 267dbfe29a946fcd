#include "treewright/prediction/leaf_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "treewright/base/error.h"
#include "treewright/prediction/leaf_walk_internal.h"

namespace treewright {

namespace {

std::vector<std::size_t> asked_features(const Tree& tree) {
    std::set<std::size_t> asked;
    for (const Node& node : tree.nodes)
        if (!node.is_leaf()) asked.insert(static_cast<std::size_t>(node.feature));
    return {asked.begin(), asked.end()};
}

/// A place in a caller's rows: those from `first` on, `count` of them.
struct Block {
    std::size_t first;
    std::size_t count;
};

/// The asked cells of a block, as columns of `Value`. Where they lie as such in the caller's memory, they are not copied.
template <class Value>
class BlockColumns {
public:
    BlockColumns(std::size_t features, std::size_t rows) : columns_(features, nullptr), rows_(rows) {}

    void add(std::size_t feature, const ColumnSchema& schema, const Column& column, const Block& block) {
        if (holds_values(schema.type))
            return column.values.visit([&](auto numbers) { add_numbers(feature, numbers.subspan(block.first, block.count)); });
        Value* const cells = make_room(feature);
        for (std::size_t i = 0; i < block.count; ++i)
            cells[i] = cell_of_key<Value>(level_key(column.codes[block.first + i], schema.levels.size()));
    }

    void add(std::size_t feature, const ColumnSchema& schema, const RowMatrix<Value>& matrix, const Block& block) {
        Value* const cells = make_room(feature);
        for (std::size_t i = 0; i < block.count; ++i) {
            const Value cell = matrix.cells[(block.first + i) * matrix.step + feature];
            cells[i] = holds_values(schema.type) ? cell : cell_of_key<Value>(key_of(cell, schema.levels.size()));
        }
    }

    [[nodiscard]] ColumnCells<Value> cells() const { return {columns_.data()}; }

private:
    static std::uint32_t key_of(Value cell, std::size_t levels) {
        return level_key(code_of_cell(static_cast<double>(cell), levels), levels);
    }

    void add_numbers(std::size_t feature, std::span<const Value> numbers) { columns_[feature] = numbers.data(); }
    template <class Other>
    void add_numbers(std::size_t feature, std::span<const Other> numbers) {
        std::transform(numbers.begin(), numbers.end(), make_room(feature),
                       [](Other number) { return static_cast<Value>(number); });
    }

    Value* make_room(std::size_t feature) {
        std::vector<Value>& room = made_.emplace_back(rows_);
        columns_[feature] = room.data();
        return room.data();
    }

    std::vector<const Value*> columns_;
    std::size_t rows_;
    std::vector<std::vector<Value>> made_;
};

template <class Value, class Cells>
void walk(const CompactTree<Value>& tree, const Tree& model_tree, const Cells& cells, std::span<std::uint32_t> leaves) {
    if (tree.has_categories)
        LeafWalk<WithCategories<Value>, Value, Cells>(tree, model_tree, cells).find(leaves.size(), leaves.data());
    else
        LeafWalk<NumbersOnly<Value>, Value, Cells>(tree, model_tree, cells).find(leaves.size(), leaves.data());
}

void check_columns(const Schema& schema, const std::vector<std::size_t>& asked, const Rows::InColumns& rows) {
    if (rows.features->size() != schema.features.size())
        throw input_error(
            fmt::format("the model needs {} columns, but {} were given: give them all, in the order of its schema",
                        schema.features.size(), rows.features->size()));
    for (const std::size_t feature : asked) {
        const Column& column = (*rows.features)[feature];
        const ColumnSchema& wanted = schema.features[feature];
        if (column.has_values() != holds_values(wanted.type))
            throw input_error(fmt::format("the column for '{}' holds {}, but the model needs {}", wanted.name,
                                          column.has_values() ? "numbers" : "levels",
                                          column.has_values() ? "levels" : "numbers"));
        if (column.size() < rows.rows)
            throw input_error(fmt::format("the column for '{}' has {} cells for {} rows: give a cell a row", wanted.name,
                                          column.size(), rows.rows));
    }
}

template <class Value>
void check_matrix(const Schema& schema, const RowMatrix<Value>& matrix) {
    if (matrix.step < schema.features.size())
        throw input_error(
            fmt::format("the model needs {} cells a row, but the matrix has {}: give all features, in the order of its schema",
                        schema.features.size(), matrix.step));
}

}  // namespace

LeafFinder::LeafFinder(const Model& model) : model_(model), asked_(asked_features(model.tree)) {}

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
                check_columns(model_.schema, asked_, shape);
            else
                check_matrix(model_.schema, shape);
        },
        rows.shape());
}

bool LeafFinder::all_floats(const std::vector<Column>& columns) const {
    return std::all_of(asked_.begin(), asked_.end(), [&columns](std::size_t feature) {
        const Column& column = columns[feature];
        return !column.has_values() || column.values.visit([](auto numbers) { return sizeof(numbers[0]) == sizeof(float); });
    });
}

template <class Value>
void LeafFinder::find_in_columns(const Rows::InColumns& rows, std::size_t first, std::span<std::uint32_t> leaves) const {
    BlockColumns<Value> block(model_.schema.features.size(), leaves.size());
    for (const std::size_t feature : asked_)
        block.add(feature, model_.schema.features[feature], (*rows.features)[feature], {first, leaves.size()});
    walk(compact<Value>(), model_.tree, block.cells(), leaves);
}

/// Numbers are read where they lie. Only a tree that asks for levels needs a copy, because they are numbers, too.
template <class Value>
void LeafFinder::find_in_matrix(const RowMatrix<Value>& rows, std::size_t first, std::span<std::uint32_t> leaves) const {
    const CompactTree<Value>& tree = compact<Value>();
    if (!tree.has_categories)
        return walk(tree, model_.tree, MatrixCells<Value>{rows.cells + first * rows.step, rows.step}, leaves);
    BlockColumns<Value> block(model_.schema.features.size(), leaves.size());
    for (const std::size_t feature : asked_) block.add(feature, model_.schema.features[feature], rows, {first, leaves.size()});
    walk(tree, model_.tree, block.cells(), leaves);
}

void LeafFinder::find(const Rows& rows, std::size_t first, std::span<std::uint32_t> leaves) const {
    if (const auto* columns = std::get_if<Rows::InColumns>(&rows.shape())) {
        if (all_floats(*columns->features)) return find_in_columns<float>(*columns, first, leaves);
        return find_in_columns<double>(*columns, first, leaves);
    }
    if (const auto* floats = std::get_if<RowMatrix<float>>(&rows.shape())) return find_in_matrix(*floats, first, leaves);
    find_in_matrix(std::get<RowMatrix<double>>(rows.shape()), first, leaves);
}

}  // namespace treewright
