// Fold models: one tree per fold, grown from the rows of the others and validated on the rows of its own. They choose a member of the
// cost-complexity sequence of the tree of all rows.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "treewright/engine/tree_grower.h"
#include "treewright/pruning/fold_curve.h"
#include "treewright/pruning/held_out.h"
#include "treewright/pruning/weakest_links.h"
#include "treewright/training/prune_options.h"

namespace treewright {

/// A fold model, its cost-complexity sequence, and the losses of all its subtrees on the held-out rows.
struct FoldModel {
    Tree tree;
    std::optional<WeakestLinks> links;
    RowList held_out;
    HeldOutSums losses;
};

/// Called for a fold once its model is trained, on the thread of the fold.
using FoldVisitor = std::function<void(std::size_t fold, const FoldModel& model, const Run& run)>;

/// One per fold of these rows, trained in parallel on the threads of the run.
std::vector<FoldModel> make_fold_models(const TreeGrower& grower, const PruneOptions& options, const RowSelection& rows,
                                        const Run& run, const FoldVisitor& visit = {});

/// The losses of the nodes of a tree as leaves, in the unit of the sequence.
std::vector<double> sequence_losses(const Tree& tree, const ClassTerms& terms, Complexity complexity);

/// The mean over the rows of what a class counts: 1 without priors and class weights.
double mean_factor(const std::vector<FoldModel>& models, const ClassTerms& terms);

/// The cross-validated errors of the members of the sequence.
struct FoldReport {
    std::vector<SequenceMember> members;
    std::vector<CurvePoint> points;
    std::size_t chosen = 0;
    std::size_t folds = 0;
    double weight = 0.0;           ///< of all rows
    double rows_per_weight = 1.0;  ///< in intervals
    double unit = 1.0;             ///< what a row's loss is at most, on average: with priors or class weights not 1
    bool is_cost = false;          ///< losses are costs, not shares of errors
    bool is_weighted = false;      ///< errors count by priors or class weights
};

/// The curve of the whole tree's sequence by the fold models of these rows, and the member that it chooses.
FoldReport cross_validate_sequence(const TreeGrower& grower, const WeakestLinks& links, const PruneOptions& options,
                                   const RowSelection& rows, const Run& run);

/// The rows of a fractional tree end in several leaves, which predict together: the sums over nodes choose the member, and this is its point
/// of the curve by the losses of the predictions.
CurvePoint point_by_predictions(const TreeGrower& grower, const std::vector<FoldModel>& models, CurvePoint point,
                                const Run& run);

}  // namespace treewright
