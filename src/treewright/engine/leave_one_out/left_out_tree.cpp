#include "treewright/engine/leave_one_out/left_out_tree.h"

#include <algorithm>

#include "treewright/base/positions.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/growing/growth.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/plain_searcher.h"
#include "treewright/growing/preorder_writer.h"

namespace treewright {

DescendantGrower::DescendantGrower(const LeftOutSource& source, const SplitSearch& search, const TargetSums* targets,
                                   const Run& run)
    : source_(source),
      search_(search),
      targets_(targets),
      small_{source.context, source.measure, source.labels},
      run_(run),
      by_engine_(engine_covers(source.context.set, source.context.options, run.progress)) {}

std::shared_ptr<const Tree> DescendantGrower::grow(std::vector<RowId> rows, const Place& place) const {
    if (rows.empty()) return nullptr;
    const RowRange range{0, size32(rows)};
    const GrowthRoot root{0, range, source_.context.labels.sums_of(rows), place.depth, place.used, nullptr};
    const QuietRun own(run_);
    const Run& part = own;
    GrowthProgress progress(part.progress, rows.size());
    std::unique_ptr<NodeSearcher> searcher;
    if (by_engine_ && rows.size() <= most_small_rows)
        searcher = std::make_unique<SmallNodeSearcher>(small_, rows, range);
    else
        searcher = std::make_unique<PlainSearcher>(search_, RowSelection::of(rows), part);
    Growth growth(source_.context, *searcher, progress);
    growth.run(root);
    if (targets_ == nullptr) return std::make_shared<const Tree>(std::move(growth.growing_tree().tree()));
    PreorderWriter writer(growth.growing_tree().tree(), 0);
    std::vector<std::uint32_t> numbers;
    Tree tree = writer.finish(numbers);
    std::vector<LeafRows> leaves = growth.leaves();
    for (LeafRows& leaf : leaves) leaf.node = numbers[leaf.node];
    std::ranges::sort(leaves, {}, &LeafRows::node);
    targets_->assign_moments(tree, *searcher, leaves, part.progress);
    return std::make_shared<const Tree>(std::move(tree));
}

namespace {

struct Sibling {
    NodeId leaf = 0;
    const Tree* tree = nullptr;
};

/// The nodes of the path and their children, before the siblings' subtrees are grafted.
class PathTree {
public:
    PathTree(const LeftOutSource& source, std::span<const Sums> sums)
        : source_(source), sums_(sums), growing_tree_(source.context.labels), at_(growing_tree_.add_root(sums.front())) {}

    void descend(const PathStep& step) {
        fill_node(step.extras);
        const std::uint32_t first = growing_tree_.split(at_, step.split->candidate);
        for (std::uint32_t child = 0; child < step.split->candidate.split.children; ++child) {
            if (child == step.child) continue;
            const Tree* tree = child == step.left_child ? step.left_tree.get() : (*step.children)[child].get();
            if (tree != nullptr) siblings_.push_back({first + child, tree});
        }
        at_ = first + step.child;
        ++depth_;
    }

    /// The node that the path has reached.
    void fill_node(const NodeExtras& extras) {
        Node& node = growing_tree_.tree().nodes[at_];
        node.test = extras.test;
        if (sums_[depth_].weight == 0) return;
        node.mean = extras.moments.mean;
        node.impurity = source_.context.labels.is_classification()
                            ? source_.context.labels.real_gain(source_.context.criterion.impurity(sums_[depth_]))
                            : extras.moments.variance;
    }

    Tree finish() {
        PreorderWriter writer(growing_tree_.tree(), 0);
        std::sort(siblings_.begin(), siblings_.end(),
                  [&](const Sibling& a, const Sibling& b) { return writer.places()[a.leaf] < writer.places()[b.leaf]; });
        for (const Sibling& sibling : siblings_) writer.add_subtree(sibling.leaf, *sibling.tree, 0);
        std::vector<std::uint32_t> numbers;
        return writer.finish(numbers);
    }

private:
    const LeftOutSource& source_;
    std::span<const Sums> sums_;
    GrowingTree growing_tree_;
    std::vector<Sibling> siblings_;
    std::uint32_t at_;
    std::size_t depth_ = 0;
};

}  // namespace

Tree tree_without(const LeftOutSource& source, const PathEnd& end) {
    std::vector<const PathStep*> steps;
    for (const PathStep* step = end.last.get(); step != nullptr; step = step->above.get()) steps.push_back(step);
    PathTree path(source, end.sums);
    for (std::size_t i = steps.size(); i-- > 0;) path.descend(*steps[i]);
    path.fill_node(end.extras);
    Tree tree = path.finish();
    note_missing_method(tree, source.context.options, source.terms);
    if (source.context.labels.is_classification())
        assign_labels(tree, source.terms);
    else
        give_empty_leaves_means(tree);
    return tree;
}

}  // namespace treewright
