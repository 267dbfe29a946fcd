#include "treewright/growing/moments.h"

#include "treewright/base/exact_sum.h"

namespace treewright {

void assign_moments(Tree& tree, const TrainingSet& set, const NodeSearcher& searcher, const std::vector<LeafRows>& leaves) {
    std::vector<ExactMoments> moments(tree.nodes.size());
    for (const LeafRows& leaf : leaves)
        for (const std::uint32_t row : searcher.rows(leaf.range))
            moments[leaf.node].add(set.weight(row), set.target.values[row]);

    const std::vector<std::uint32_t> parents = parents_of(tree);
    for (std::size_t node = tree.nodes.size(); node-- > 0;) {  // children before their parents
        tree.nodes[node].mean = moments[node].mean();
        tree.nodes[node].impurity = moments[node].variance();
        if (node > 0) moments[parents[node]].merge(moments[node]);
        moments[node] = {};
    }
    for (std::size_t node = 1; node < tree.nodes.size(); ++node)
        if (tree.nodes[node].weight == 0.0) tree.nodes[node].mean = tree.nodes[parents[node]].mean;
}

}  // namespace treewright
