// Trees of one table: from all rows, and one for each fold from the others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "treewright/engine/fast_grow.h"
#include "treewright/pruning/held_out.h"
#include "treewright/pruning/weakest_links.h"
#include "treewright/training/folds.h"
#include "treewright/training/pruned_growth.h"

namespace treewright {

/// Grows trees from all rows and from parts of them: where the engine can, from one index.
class TableGrower {
public:
    explicit TableGrower(const GrowthTask& task);
    [[nodiscard]] Tree grow(const GrowRun& run) const;

private:
    const GrowthTask& task_;
    std::unique_ptr<PreparedGrowth> prepared_;
};

/// A tree that has not seen the rows of a fold.
struct FoldTree {
    Tree tree;
    std::vector<std::uint32_t> held_out;
};

/// Calls judge(fold, tree) for every fold, on the threads of the run, each on one of its own.
void grow_folds(const GrowthTask& task, const TableGrower& grower, const FoldPlan& plan,
                const std::function<void(std::size_t fold, const FoldTree& tree)>& judge);

/// What a tree loses as the sequence counts it.
std::vector<double> sequence_losses(const Tree& tree, const ClassTerms& terms, Complexity complexity);

/// The curve of the whole tree's sequence by the trees of the folds.
FoldReport judge_by_folds(const GrowthTask& task, const TableGrower& grower, const WeakestLinks& links,
                          const PruneOptions& options);

}  // namespace treewright
