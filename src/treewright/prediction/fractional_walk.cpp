#include "treewright/prediction/fractional_walk.h"

#include <algorithm>

namespace treewright {

std::vector<LeafShare> leaf_shares(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    return leaf_shares_of(tree, ColumnRow{features, row});
}

std::vector<LeafShare> leaf_shares(const Model& model, const Rows& rows, std::size_t row) {
    return with_row(model.schema, rows, row, [&](const auto& cells) { return leaf_shares_of(model.tree, cells); });
}

std::uint32_t main_leaf(const std::vector<LeafShare>& leaves) {
    const auto smaller = [](const LeafShare& a, const LeafShare& b) { return a.share < b.share; };
    return std::max_element(leaves.begin(), leaves.end(), smaller)->leaf;
}

}  // namespace treewright
