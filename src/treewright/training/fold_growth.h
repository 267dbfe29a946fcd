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
    /// A tree for each list, of the rows of the run without those of the list.
    [[nodiscard]] std::vector<Tree> grow_without(const std::vector<std::vector<std::uint32_t>>& held_out,
                                                 const GrowRun& run) const;

private:
    const GrowthTask& task_;
    std::unique_ptr<PreparedGrowth> prepared_;
};

/// A tree that has not seen the rows of a fold, its cost-complexity sequence, and what all of its subtrees lose on these rows.
struct FoldVoice {
    Tree tree;
    std::optional<WeakestLinks> links;
    std::vector<std::uint32_t> rows;
    HeldOutSums held_out;
};

/// Called for a fold once its voice is made, on the thread of the fold.
using Hearer = std::function<void(std::size_t fold, const FoldVoice& voice, Progress& progress)>;

/// One for each fold, grown side by side on the threads of the run.
std::vector<FoldVoice> hear_folds(const GrowthTask& task, const TableGrower& grower, const PruneOptions& options,
                                  const Hearer& hearer = {});

/// What a tree loses as the sequence counts it.
std::vector<double> sequence_losses(const Tree& tree, const ClassTerms& terms, Complexity complexity);

/// The mean over the rows of what a class counts: 1 without priors and class weights.
double mean_factor(const std::vector<FoldVoice>& voices, const ClassTerms& terms);

/// The curve of the whole tree's sequence by the trees of the folds.
FoldReport judge_by_folds(const GrowthTask& task, const TableGrower& grower, const WeakestLinks& links,
                          const PruneOptions& options);

/// A fractional tree's rows end in several leaves, which predict together: the sums over nodes choose the member, and this puts what its
/// predictions lose in the place of what they say.
void judge_by_predictions(const GrowthTask& task, const std::vector<FoldVoice>& voices, std::size_t member, FoldReport& report);

}  // namespace treewright
