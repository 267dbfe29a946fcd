// One table and the options of a learner: everything is checked once, and the index is built once. Trees are then grown and
// pruned, and models fitted, from any of the rows.
//
// A fold is a fit on some rows of the table. Of the whole table are: types, levels and classes, the scale of the target, the values that a
// `data-value` threshold may take, c45's 0.3·n, which method prunes (it depends on the number of rows), and what priors and class weights
// make of a class (π/N). With priors from the data no class is weighed, so that every fold has its own frequencies. Folds for α and the
// validation rows of reduced error are drawn among the rows of the fit.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/training/fold_models.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

struct PrunedTree {
    Tree tree;
    std::optional<Tree> unpruned;  ///< as it was grown, if anything was pruned
    std::optional<FoldReport> folds;
    double validation_weight = 0.0;  ///< reduced error: of the validation rows
};

/// Results of training that are not part of the model.
struct TrainReport {
    std::optional<Tree> unpruned;  ///< the tree as it was grown, where it was pruned
    std::optional<FoldReport> folds;
    PruneOptions pruning;            ///< that was in effect
    double validation_weight = 0.0;  ///< reduced error: of the validation rows
    std::vector<NodeWork> work;      ///< the arithmetic of the tree as it was grown, with `GrowOptions::keeps_work`
};

struct TrainedModel {
    Model model;
    TrainReport report;
};

/// When a learner says what the rows do not allow in pruning.
enum class PruningNotes {
    now,    ///< to the messages of the run that makes it
    later,  ///< by `about_pruning`, to be shown if there is anything to prune
};

/// Owns or shares all that it needs; copies share the index.
class Learner {
public:
    /// Throws where the options do not fit the table. `run.messages` gets a note for options without effect. `validation`: reduced error is
    /// to be measured on these rows, by the schema of the set, instead of on a part of the set.
    Learner(std::shared_ptr<const TrainingSet> set, const TrainOptions& asked, const Run& run,
            std::shared_ptr<const TrainingSet> validation = nullptr, PruningNotes notes = PruningNotes::now);
    /// For the table and the validation rows of another learner. Shares its index if both grow trees the same way.
    Learner(const Learner& other, const TrainOptions& asked, const Run& run);

    /// The tree to prune, grown from these rows except the validation rows that reduced error draws among them. Several may be grown at a time.
    [[nodiscard]] GrownTree grow(const RowSelection& rows, const Run& run) const;
    /// One tree for each list: that of `rows` without those of the list, as `grow` would give it.
    [[nodiscard]] std::vector<Tree> grow_without(const std::vector<RowList>& held_out, const RowSelection& rows,
                                                 const Run& run) const;
    /// Prunes a tree that was grown from these rows by a learner that `grows_like` this one.
    [[nodiscard]] PrunedTree prune(Tree grown, const RowSelection& rows, const Run& run) const;

    /// The model of these rows: grown, pruned, with its provenance.
    [[nodiscard]] TrainedModel fit(const RowSelection& rows, const Run& run) const&;
    /// The same for the last use of the learner: consumes it and frees the index as early as possible.
    [[nodiscard]] TrainedModel fit(const RowSelection& rows, const Run& run) &&;
    /// A model around a tree of the table, for predicting: without its provenance.
    [[nodiscard]] Model around(Tree tree) const;

    /// Whether both grow the same trees from the same rows, so that they differ only in pruning.
    [[nodiscard]] bool grows_like(const Learner& other) const;
    [[nodiscard]] bool prunes() const;
    /// Whether pruning, if there is any, needs only the node statistics of the tree.
    [[nodiscard]] bool prunes_by_nodes() const;

    [[nodiscard]] const TrainingSet& set() const { return grower_.set(); }
    [[nodiscard]] const TrainOptions& options() const { return options_; }               ///< in effect
    [[nodiscard]] const GrowOptions& grow_options() const { return grower_.options(); }  ///< what the trees are grown with
    [[nodiscard]] const ClassTerms& terms() const { return grower_.terms(); }
    /// What the rows do not allow in pruning.
    [[nodiscard]] const Messages& about_pruning() const { return about_pruning_; }

private:
    /// The options in effect, resolved for a table.
    struct Settled {
        TrainOptions options;
        ClassTerms terms;
        Messages about_pruning;
    };
    static Settled settle(const TrainingSet& set, const TrainingSet* validation, const TrainOptions& asked, const Run& run);
    Learner(Settled settled, TreeGrower grower, std::shared_ptr<const TrainingSet> validation);
    static Learner made(std::shared_ptr<const TrainingSet> set, const TrainOptions& asked, const Run& run,
                        std::shared_ptr<const TrainingSet> validation);
    static Learner made_like(const Learner& other, const TrainOptions& asked, const Run& run);

    [[nodiscard]] bool draws_validation_rows() const;
    [[nodiscard]] RowList drawn_validation_rows(const RowSelection& rows, const Run& run) const;
    template <class Grower>
    [[nodiscard]] GrownTree grow_by(Grower&& grower, const RowSelection& rows, const Run& run) const;
    [[nodiscard]] PrunedTree by_method(Tree tree, const RowSelection& rows, const Run& run) const;
    [[nodiscard]] TrainedModel finished(GrownTree grown, const RowSelection& rows, const Run& run) const;

    std::shared_ptr<const TrainingSet> validation_;
    TrainOptions options_;
    Messages about_pruning_;
    TreeGrower grower_;
};

/// The trees of `fit` without the held-out rows: one per list (fold models).
std::vector<Tree> fit_without(const Learner& learner, const std::vector<RowList>& held_out, const RowSelection& rows,
                              const Run& run);
/// Its second step, for trees that `Learner::grow_without` gave: a tree that was grown once can be pruned by all learners that
/// grow the same trees.
std::vector<Tree> prune_without(const Learner& learner, const std::vector<RowList>& held_out, std::vector<Tree> grown,
                                const RowSelection& rows, const Run& run);

/// Removes the test records from a tree in which no test decided anything.
void forget_idle_tests(Tree& tree, const TrainOptions& options);

}  // namespace treewright
