// From a training set to a pruned tree: grows what a method of pruning needs, and cuts it back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/growing/grower.h"
#include "treewright/pruning/fold_curve.h"
#include "treewright/training/folds.h"
#include "treewright/training/train_options.h"

namespace treewright {

/// What folds said about the members of the sequence.
struct FoldReport {
    std::vector<SequenceMember> members;
    std::vector<CurvePoint> points;
    std::size_t chosen = 0;
    std::size_t folds = 0;
    double weight = 0.0;       ///< of all rows
    double unit = 1.0;         ///< what a row's loss is at most, on average: with priors or class weights not 1
    bool is_cost = false;      ///< losses are costs, not shares of errors
    bool is_weighted = false;  ///< errors count by priors or class weights
};

struct PrunedTree {
    Tree tree;
    std::optional<Tree> unpruned;  ///< as it was grown, if anything was pruned
    std::optional<FoldReport> folds;
    double judges = 0.0;  ///< reduced error: the weight of the rows that judged
};

/// What is grown, and how.
struct GrowthTask {
    const TrainingSet& set;
    const GrowOptions& options;
    const ClassTerms& terms;
    const GrowRun& run;
    const TrainingSet* validation = nullptr;  ///< reduced error: other rows by the same schema, in place of a part of the set
    bool keeps_tests = false;  ///< the tree as it was grown is to know how many tests were possible, for χ² later
};

/// Notes options of methods other than the one that prunes; `usual` was not asked for.
void say_idle_pruning(const PruneOptions& asked, const PruneOptions& usual, Messages& messages);
/// Warns if the rows that judge by reduced error are those that the tree grew from.
void say_if_judges_are_known(const TrainingSet& judges, const std::string& training_hash, const GrowRun& run,
                             Messages& messages);
/// An input `Error` if some fold would be empty.
void refuse_too_many_folds(const TrainingSet& set, std::size_t folds);
/// Warns of classes with fewer rows than folds: some folds then have none of them.
struct FoldsInWords {
    std::size_t count = 0;
    std::string purpose = {};  ///< behind "10 folds"
};
void warn_of_rare_classes(const TrainingSet& set, const FoldsInWords& folds, Messages& messages);
/// A usage `Error` for options of which one says what another denies.
void refuse_contradictions(const PruneOptions& options);

/// What is asked for, as far as the rows allow it: folds need rows, `auto` spares them where there are very many, and some methods are for
/// classes only (an input `Error`). Says what it changes.
PruneOptions effective_pruning(const GrowthTask& task, Preset preset, PruneOptions options, Messages& messages);

/// The options with which growing notes how many tests were possible at every node, as χ² pruning wants to know, and stops nowhere because
/// of them.
GrowOptions with_tests(GrowOptions options);
/// Takes the notes out again, which are drawn beside the nodes, where no test had a say in the tree.
void forget_idle_tests(Tree& tree, const TrainOptions& options);

/// Those that a tree is grown with that is to be pruned so.
GrowOptions options_to_grow(const GrowOptions& options, const PruneOptions& pruning);

/// Reduced error without rows of another table: those of the run's that judge and that the tree must not see; else none.
RowList judges_among(const GrowthTask& task, const PruneOptions& options);

class TableGrower;
/// The tree to prune: of the rows of the task's run but for those of `judges_among`. `is_last`: no other is grown after it.
Tree grow_to_prune(const GrowthTask& task, const PruneOptions& options, const TableGrower& grower, bool is_last);
/// Prunes a tree that grew from the rows of the task's run, but for those of `judges_among`. `options` are effective ones.
PrunedTree prune_grown(const GrowthTask& task, const PruneOptions& options, const TableGrower& grower, Tree tree);

/// Both steps, for one tree. `options` are effective ones.
PrunedTree grow_and_prune(const GrowthTask& task, const PruneOptions& options);

}  // namespace treewright
