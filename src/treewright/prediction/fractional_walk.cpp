#include "treewright/prediction/fractional_walk.h"

#include <algorithm>

namespace treewright {

std::vector<LeafShare> leaf_shares(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    return leaf_shares_of(tree, ColumnRow{features, row});
}

std::vector<LeafShare> leaf_shares(const Model& model, const Rows& rows, std::size_t row) {
    return with_row(model.schema, rows, row, [&](const auto& cells) { return leaf_shares_of(model.tree, cells); });
}

NodeId main_leaf(const std::vector<LeafShare>& leaves) {
    const double largest = std::ranges::max_element(leaves, {}, &LeafShare::share)->share;
    return std::ranges::find_if(leaves, [largest](const LeafShare& each) { return each.share * share_tolerance >= largest; })
        ->leaf;
}

}  // namespace treewright
