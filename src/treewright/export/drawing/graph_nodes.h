// The nodes and edges of a tree drawn as a graph: what is written in a node and along a branch, whatever the language of the drawing.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/export/drawing/node_texts.h"
#include "treewright/tree/model.h"

namespace treewright {

struct GraphNode {
    NodeId number = 0;
    bool is_leaf = false;
    bool is_cut = false;             ///< a split whose branches are not drawn
    std::vector<std::string> lines;  ///< the feature or the prediction, the rows, the gain
    std::string_view tint;           ///< "#cfe6f5": by class
};

class GraphNodes {
public:
    /// Nodes below `max_depth` are counted, not drawn.
    GraphNodes(const Model& model, std::size_t max_depth, bool all_levels = false);

    /// Every node that is drawn, in preorder.
    void for_each(const std::function<void(const GraphNode&)>& draw) const;
    /// Every branch that leaves a node that is not cut: the child's number and what is written along it.
    void for_each_branch(const GraphNode& from, const std::function<void(NodeId child, const std::string& text)>& draw) const;

private:
    [[nodiscard]] GraphNode leaf(NodeId number) const;
    [[nodiscard]] GraphNode split(NodeId number) const;
    [[nodiscard]] std::string rows_line(NodeId number) const;

    const Model& model_;
    std::size_t max_depth_;
    bool all_levels_;  ///< along the branches
    NodeTexts texts_;
};

}  // namespace treewright
