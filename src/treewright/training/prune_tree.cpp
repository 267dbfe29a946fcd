#include "treewright/training/prune_tree_internal.h"

#include <utility>

#include "treewright/base/error.h"
#include "treewright/pruning/description_length.h"
#include "treewright/pruning/pessimistic.h"
#include "treewright/pruning/raising.h"
#include "treewright/pruning/reduced_error.h"
#include "treewright/pruning/same_class.h"
#include "treewright/tree/cut_back.h"

namespace treewright {

namespace {

TreeByMethod cut_at(const Tree& tree, CutMarks marks) {
    Tree pruned = cut_back(tree, marks);
    return {std::move(pruned), std::move(marks), std::nullopt};
}

RaisingTask raising_of(const PruningTask& task, Progress& progress) {
    check_invariant(task.rows.training != nullptr, "raising needs the training rows");
    return {{*task.rows.training, task.rows.rows, task.rows.validation, task.rows.validation_rows},
            task.grow,
            task.terms,
            progress};
}

TreeByMethod by_pessimism(const Tree& tree, const PruningTask& task, Progress& progress) {
    const double confidence = task.options.confidence;
    if (!task.options.raise) return cut_at(tree, pessimistic_cuts(tree, task.terms, confidence));
    return {prune_pessimistically_with_raising(tree, raising_of(task, progress), confidence), std::nullopt, std::nullopt};
}

TreeByMethod by_reduced_error(const Tree& tree, const PruningTask& task, Progress& progress) {
    check_invariant(task.rows.validation != nullptr, "reduced error needs validation rows");
    const HeldOutRows held_out{*task.rows.validation, task.rows.validation_rows};
    if (task.options.raise)
        return {prune_by_reduced_error_with_raising(tree, raising_of(task, progress)), std::nullopt, std::nullopt,
                weight_of_all(pick_rows(held_out.set, held_out.rows))};
    const HeldOutSums sums = held_out_sums(tree, held_out, task.terms, progress);
    TreeByMethod pruned = cut_at(tree, reduced_error_cuts(tree, sums));
    pruned.validation_weight = sums.weight;
    return pruned;
}

TreeByMethod by_cost_complexity(const Tree& tree, const PruningTask& task) {
    const PruneOptions& options = task.options;
    const WeakestLinks links(tree, sequence_losses(tree, task.terms, options.complexity));
    if (options.cp) return cut_at(tree, links.cuts_at(*options.cp * links.members().back().loss));
    if (options.alpha) return cut_at(tree, links.cuts_at(*options.alpha));
    if (options.leaves != no_limit) return cut_at(tree, links.cuts_at(links.with_leaves(options.leaves).alpha));
    FoldReport report = task.ask_folds(links);
    TreeByMethod pruned = cut_at(tree, links.cuts_at(report.members[report.chosen].alpha));
    pruned.folds = std::move(report);
    return pruned;
}

TreeByMethod by_method(const Tree& tree, const PruningTask& task, Progress& progress) {
    switch (task.options.method) {
        case PruneMethod::none:
        case PruneMethod::rules: return cut_at(tree, CutMarks(tree.nodes.size(), 0));
        case PruneMethod::reduced_error: return by_reduced_error(tree, task, progress);
        case PruneMethod::pessimistic: return by_pessimism(tree, task, progress);
        case PruneMethod::cost_complexity: return by_cost_complexity(tree, task);
        case PruneMethod::chi_squared: return cut_at(tree, chi_squared_cuts(tree, task.test));
        case PruneMethod::description_length: return cut_at(tree, description_length_cuts(tree, task.features, task.terms));
    }
    throw InternalError("no pruning of a tree");
}

}  // namespace

TreeByMethod prune_tree(const Tree& tree, const PruningTask& task, Progress& progress) {
    TreeByMethod pruned = by_method(tree, task, progress);
    if (!task.options.merge_same_class) return pruned;
    pruned.tree = cut_back(pruned.tree, same_class_cuts(pruned.tree));
    pruned.marks.reset();
    return pruned;
}

}  // namespace treewright
