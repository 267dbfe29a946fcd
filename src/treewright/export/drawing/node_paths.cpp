#include "treewright/export/drawing/node_paths.h"

#include <algorithm>

#include "treewright/export/names.h"

namespace treewright {

namespace {

constexpr std::size_t condition_width = 50;

}  // namespace

NodePaths::NodePaths(const Model& model) : model_(model), parents_(parents_of(model.tree)), depths_(depths_of(model.tree)) {}

std::vector<std::string> NodePaths::conditions(NodeId node, std::size_t most) const {
    std::vector<std::string> conditions;
    while (parents_[node] != no_parent && conditions.size() < most) {
        const NodeId parent = parents_[node];
        const auto siblings = model_.tree.children_of(parent);  // in ascending order
        const auto position = std::lower_bound(siblings.begin(), siblings.end(), node) - siblings.begin();
        conditions.push_back(
            condition_text(split_at(model_.schema, model_.tree, parent), static_cast<std::size_t>(position), condition_width));
        node = parent;
    }
    std::reverse(conditions.begin(), conditions.end());
    return conditions;
}

}  // namespace treewright
