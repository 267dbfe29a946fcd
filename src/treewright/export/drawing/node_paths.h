// How each node is reached from the root, in words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/model.h"

namespace treewright {

class NodePaths {
public:
    explicit NodePaths(const Model& model);

    /// The conditions from the root to the node: "Outlook = sunny", "Humidity ≤ 77.5". At most the last `most` of them.
    [[nodiscard]] std::vector<std::string> conditions(NodeId node, std::size_t most) const;
    [[nodiscard]] std::size_t depth(NodeId node) const { return depths_[node]; }

private:
    const Model& model_;
    std::vector<NodeId> parents_;
    std::vector<std::uint32_t> depths_;
};

}  // namespace treewright
