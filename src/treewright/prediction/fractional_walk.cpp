#include "treewright/prediction/fractional_walk.h"

namespace treewright {

namespace {
constexpr double rounding = 1e-6;  // of weights that training summed from shares of rows
}

std::vector<LeafShare> leaf_shares(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    return leaf_shares_of(tree, ColumnRow{features, row});
}

std::vector<LeafShare> leaf_shares(const Model& model, const Rows& rows, std::size_t row) {
    return with_row(model.schema, rows, row, [&](const auto& cells) { return leaf_shares_of(model.tree, cells); });
}

NodeId main_leaf(const std::vector<LeafShare>& leaves) {
    LeafShare best;
    for (const LeafShare& each : leaves)
        if (each.share > best.share * (1.0 + rounding)) best = each;
    return best.leaf;
}

}  // namespace treewright
