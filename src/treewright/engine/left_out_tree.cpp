#include "treewright/engine/left_out_tree.h"

#include <algorithm>

#include "treewright/growing/grower.h"
#include "treewright/growing/growth.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/plain_searcher.h"
#include "treewright/growing/preorder_writer.h"

namespace treewright {

BelowGrower::BelowGrower(const LeftOutSource& source, const SplitSearch& search, Progress& progress)
    : source_(source), search_(search), small_{source.context, source.measure, source.labels}, progress_(progress) {}

std::shared_ptr<const Tree> BelowGrower::grow(std::vector<std::uint32_t> rows, const Place& place) const {
    if (rows.empty()) return nullptr;
    const RowRange range{0, static_cast<std::uint32_t>(rows.size())};
    const GrowthRoot root{0, range, source_.context.labels.sums_of(rows), place.depth, place.used, nullptr};
    Progress part(Progress::PartOf{progress_});
    GrowthProgress progress(part, rows.size());
    const Threads alone(1);
    std::unique_ptr<NodeSearcher> searcher;
    if (rows.size() <= most_small_rows)
        searcher = std::make_unique<SmallNodes>(small_, rows, range);
    else
        searcher = std::make_unique<PlainSearcher>(search_, GrowRun{alone, part, nullptr, rows});
    Growth growth(source_.context, *searcher, progress, nullptr);
    growth.run(root);
    return std::make_shared<const Tree>(std::move(growth.young().tree()));
}

namespace {

struct Sibling {
    std::uint32_t leaf = 0;
    const Tree* tree = nullptr;
};

/// The nodes of the way and their children, as they stand before the siblings' trees are put in.
class Way {
public:
    Way(const LeftOutSource& source, std::span<const Sums> sums)
        : source_(source), sums_(sums), young_(source.context.labels), at_(young_.add_root(sums.front())) {
        note_impurity(0);
    }

    void go(const Step& step) {
        const std::uint32_t first = young_.split(at_, step.question->candidate);
        for (std::uint32_t child = 0; child < step.question->candidate.condition.children; ++child) {
            if (child == step.child) continue;
            const Tree* tree = child == step.left_child ? step.left_tree.get() : (*step.children)[child].get();
            if (tree != nullptr) siblings_.push_back({first + child, tree});
        }
        at_ = first + step.child;
        note_impurity(++depth_);
    }

    Tree finish() {
        PreorderWriter writer(young_.tree(), 0);
        std::sort(siblings_.begin(), siblings_.end(),
                  [&](const Sibling& a, const Sibling& b) { return writer.places()[a.leaf] < writer.places()[b.leaf]; });
        for (const Sibling& sibling : siblings_) writer.add_subtree(sibling.leaf, *sibling.tree, 0);
        std::vector<std::uint32_t> numbers;
        return writer.finish(numbers);
    }

private:
    void note_impurity(std::size_t depth) {
        if (sums_[depth].weight == 0) return;
        young_.tree().nodes[at_].impurity = source_.context.labels.real_gain(source_.context.criterion.impurity(sums_[depth]));
    }

    const LeftOutSource& source_;
    std::span<const Sums> sums_;
    YoungTree young_;
    std::vector<Sibling> siblings_;
    std::uint32_t at_;
    std::size_t depth_ = 0;
};

}  // namespace

Tree tree_without(const LeftOutSource& source, const std::shared_ptr<const Step>& last, std::span<const Sums> sums) {
    std::vector<const Step*> steps;
    for (const Step* step = last.get(); step != nullptr; step = step->above.get()) steps.push_back(step);
    Way way(source, sums);
    for (std::size_t i = steps.size(); i-- > 0;) way.go(*steps[i]);
    Tree tree = way.finish();
    note_missing_method(tree, source.context.options, source.terms);
    assign_labels(tree, source.terms);
    return tree;
}

}  // namespace treewright
