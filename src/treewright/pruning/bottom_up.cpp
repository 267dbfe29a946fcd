#include "treewright/pruning/bottom_up.h"

#include "treewright/base/positions.h"

namespace treewright {

CutMarks cut_where_leaves_cost_less(const Tree& tree, const NodeCosts& costs, double margin, const CutMarks& cut_before) {
    CutMarks marks(tree.nodes.size(), 0);
    std::vector<double> least(tree.nodes.size());
    for (NodeId node = size32(tree.nodes); node-- > 0;) {
        least[node] = costs.as_leaf[node];
        if (tree.nodes[node].is_leaf()) continue;
        double below = costs.of_question.empty() ? 0.0 : costs.of_question[node];
        for (const NodeId child : tree.children_of(node)) below += least[child];
        const bool is_cut = !cut_before.empty() && cut_before[node] != 0;
        if (is_cut || costs.as_leaf[node] <= below + margin)
            marks[node] = 1;
        else
            least[node] = below;
    }
    return marks;
}

}  // namespace treewright
