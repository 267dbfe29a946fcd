// Batch prediction: converts rows of either layout into the cells of a compact tree and finds their leaves. The compact tree
// has no surrogates and no fractional rows: if the model has these, rows that lack a value traverse the model's own tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/prediction/rows.h"
#include "treewright/prediction/walk/compact_tree.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Keeps a reference to the model. The compact trees are built lazily: that for floats if all numeric features that the tree
/// uses are floats in memory, else that for doubles.
class LeafFinder {
public:
    explicit LeafFinder(const Model& model);

    /// The leaves of rows `first` … `first` + `leaves.size()` - 1. Thread-safe.
    void find(const Rows& rows, std::size_t first, std::span<NodeId> leaves) const;

    /// Which of these rows lack a value that the tree uses somewhere.
    [[nodiscard]] std::vector<std::size_t> incomplete_rows(const Rows& rows, std::size_t first, std::size_t count) const;

    /// An input `Error` if the rows lack cells that the tree uses.
    void check(const Rows& rows) const;

private:
    template <class Value>
    struct Lazy {
        std::once_flag once;
        std::optional<CompactTree<Value>> tree;
    };
    template <class Value>
    const CompactTree<Value>& compact() const;
    template <class Value>
    void find_in_columns(const Rows::InColumns& rows, std::size_t first, std::span<NodeId> leaves) const;
    template <class Value>
    void find_in_matrix(const RowMatrix<Value>& rows, std::size_t first, std::span<NodeId> leaves) const;
    void find_known(const Rows& rows, std::size_t first, std::span<NodeId> leaves) const;
    [[nodiscard]] bool all_floats(const std::vector<Column>& columns) const;

    const Model& model_;
    std::vector<FeatureId> asked_;   ///< the features that the tree splits on
    std::vector<FeatureId> needed_;  ///< these and those of surrogates
    mutable Lazy<float> floats_;
    mutable Lazy<double> doubles_;
};

}  // namespace treewright
