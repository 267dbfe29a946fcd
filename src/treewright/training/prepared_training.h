// One table that models of any of its rows are made from: what there is to check is checked once, and the index is made once.
//
// A fold is a fit on some rows of the prepared table. Of the whole table are: types, levels and classes, the scale of the target, the
// values that a `data-value` threshold may take, c45's 0.3·n, which method prunes (it depends on the number of rows), and what priors and
// class weights make of a class (π/N). With priors from the data no class is weighed, so that every fold has its own frequencies. Folds
// for α and the rows that judge by reduced error are drawn among the rows of the fit.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "treewright/training/class_terms.h"
#include "treewright/training/fold_growth.h"
#include "treewright/training/train.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

/// How one model is made.
struct FitRun {
    const Threads& threads;
    Progress& progress;
    std::span<const std::uint32_t> rows = {};  ///< in the order of the table; empty: all
    std::vector<NodeWork>* work = nullptr;     ///< TrainRun::work
    TrainReport* report = nullptr;             ///< filled, if given
};

/// Looks into the set and the validation rows, which must outlive it.
class PreparedTraining {
public:
    /// Throws where the options do not fit the table. `run.messages` are told what was asked for in vain.
    PreparedTraining(const TrainingSet& set, const TrainOptions& asked, const TrainRun& run);
    /// The same, with the index of one that grows the same trees, if `grows_like` it; it must outlive this one. For the same set.
    PreparedTraining(const PreparedTraining& alike, const TrainOptions& asked, const TrainRun& run);
    PreparedTraining(const PreparedTraining&) = delete;
    PreparedTraining& operator=(const PreparedTraining&) = delete;

    /// The model of the rows of the run. Several may be made at a time.
    [[nodiscard]] Model fit(const FitRun& run) const;
    /// The same where none is made after it, which spares memory.
    [[nodiscard]] Model fit_last(const FitRun& run) const;

    /// One tree for each list: that of the rows of the run without those it holds out, as `fit` would give it.
    [[nodiscard]] std::vector<Tree> fit_without(const std::vector<RowList>& held_out, const FitRun& run) const;

    /// Its two steps: trees as they were grown, and pruned. What is grown once can be pruned by all that grow alike.
    [[nodiscard]] std::vector<Tree> grow_without(const std::vector<RowList>& held_out, const FitRun& run) const;
    [[nodiscard]] std::vector<Tree> prune_without(const std::vector<RowList>& held_out, std::vector<Tree> grown,
                                                  const FitRun& run) const;
    /// Whether both grow the same trees from the same rows, so that only pruning tells them apart.
    [[nodiscard]] bool grows_like(const PreparedTraining& other) const;
    [[nodiscard]] bool prunes() const;
    /// Whether pruning, if there is any, looks at the nodes of a tree and at nothing else.
    [[nodiscard]] bool prunes_by_nodes() const;
    /// Such a pruning. Several may be pruned at a time.
    [[nodiscard]] Tree prune_by_nodes(const Tree& tree) const;

    /// A model around a tree of the table, for predicting: without its provenance.
    [[nodiscard]] Model around(Tree tree) const;

    [[nodiscard]] const TrainingSet& set() const { return set_; }
    [[nodiscard]] const TrainOptions& options() const { return options_; }    ///< in effect
    [[nodiscard]] const GrowOptions& grow_options() const { return *grow_; }  ///< what the trees are grown with
    [[nodiscard]] const ClassTerms& terms() const { return *terms_; }
    /// What is to be said about pruning if there is anything to prune.
    [[nodiscard]] const Messages& about_pruning() const { return about_pruning_; }

private:
    void settle(const TrainOptions& asked, const TrainRun& run);
    [[nodiscard]] GrowthTask task_of(const GrowRun& run) const;
    /// What the tree of each list must not see: its rows and those that judge it.
    [[nodiscard]] std::vector<RowList> rows_apart(const std::vector<RowList>& held_out, const FitRun& run) const;
    [[nodiscard]] Model made(PrunedTree grown, const FitRun& run) const;

    const TrainingSet& set_;
    const TrainingSet* validation_;
    TrainOptions options_;
    std::shared_ptr<const ClassTerms> terms_;
    Messages about_pruning_;
    std::shared_ptr<const GrowOptions> grow_;  ///< what the trees are grown with
    std::shared_ptr<const TableGrower> grower_;
};

}  // namespace treewright
