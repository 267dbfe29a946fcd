#include "treewright/training/pruned_growth.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/content_hash.h"
#include "treewright/engine/fast_grow.h"
#include "treewright/pruning/chi_squared.h"
#include "treewright/pruning/description_length.h"
#include "treewright/pruning/pessimistic.h"
#include "treewright/pruning/raising.h"
#include "treewright/pruning/reduced_error.h"
#include "treewright/pruning/same_class.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/fold_growth.h"
#include "treewright/training/folds.h"
#include "treewright/tree/cut_back.h"

namespace treewright {

namespace {

constexpr double least_rows_for_folds = 50.0;     // with fewer, folds say nothing
constexpr double most_rows_for_folds = 500000.0;  // `auto`: with more, pessimistic pruning spares the ten trees of the folds
constexpr double confidence_of_many = 0.01;
constexpr std::size_t most_rare_classes = 3;  // named one by one

PrunedTree cut(Tree tree, const CutMarks& marks) {
    Tree pruned = cut_back(tree, marks);
    return {std::move(pruned), std::move(tree), std::nullopt};
}

bool notes_tests(const GrowthTask& task) { return task.keeps_tests && task.set.task() == Task::classification; }

/// What pruning works with: the grower, for the trees of folds.
struct Work {
    const GrowthTask& task;
    const PruneOptions& options;
    const TableGrower& grower;
};

PrunedTree by_cost_complexity(const Work& work, Tree tree) {
    const PruneOptions& options = work.options;
    const WeakestLinks links(tree, sequence_losses(tree, work.task.terms, options.complexity));
    if (options.alpha) return cut(std::move(tree), links.cuts_at(*options.alpha));
    if (options.leaves != no_limit) return cut(std::move(tree), links.cuts_at(links.with_leaves(options.leaves).alpha));
    FoldReport report = judge_by_folds(work.task, work.grower, links, options);
    PrunedTree pruned = cut(std::move(tree), links.cuts_at(report.members[report.chosen].alpha));
    pruned.folds = std::move(report);
    return pruned;
}

/// The tree grew from a part of the rows and is judged by the others, or from all of them and is judged by those of another table.
PrunedTree by_reduced_error(const GrowthTask& task, const PruneOptions& options, Tree tree) {
    const bool draws = task.validation == nullptr;
    const RowList held_out = draws ? judges_among(task, options) : row_numbers(task.validation->rows);
    const TrainingSet& judges = draws ? task.set : *task.validation;
    if (options.raise) {
        const RowList rows = draws ? rows_without(held_out, rows_of(task.set, task.run)) : rows_of(task.set, task.run);
        const RaisingTask raising{{task.set, rows, &judges, held_out}, task.options, task.terms, task.run.progress};
        Tree pruned = prune_by_reduced_error_with_raising(tree, raising);
        return {std::move(pruned), std::move(tree), std::nullopt, weight_of_all(pick_rows(judges, held_out))};
    }
    const HeldOutSums sums = held_out_sums(tree, {judges, held_out}, task.terms, task.run.progress);
    const CutMarks marks = reduced_error_cuts(tree, sums);
    PrunedTree pruned = cut(std::move(tree), marks);
    pruned.judges = sums.weight;
    return pruned;
}

PrunedTree by_pessimism(const GrowthTask& task, const PruneOptions& options, Tree tree) {
    if (!options.raise) {
        const CutMarks marks = pessimistic_cuts(tree, task.terms, options.confidence);
        return cut(std::move(tree), marks);
    }
    const RaisingTask raising{{task.set, task.run.rows}, task.options, task.terms, task.run.progress};
    Tree pruned = prune_pessimistically_with_raising(tree, raising, options.confidence);
    return {std::move(pruned), std::move(tree), std::nullopt};
}

PrunedTree by_method(const Work& work, Tree tree) {
    const GrowthTask& task = work.task;
    switch (work.options.method) {
        case PruneMethod::cost_complexity: return by_cost_complexity(work, std::move(tree));
        case PruneMethod::reduced_error: return by_reduced_error(task, work.options, std::move(tree));
        case PruneMethod::pessimistic: return by_pessimism(task, work.options, std::move(tree));
        case PruneMethod::chi_squared: {
            const CutMarks marks = chi_squared_cuts(tree, {task.options.significance, task.options.adjust});
            return cut(std::move(tree), marks);
        }
        case PruneMethod::description_length: {
            const CutMarks marks = description_length_cuts(tree, task.set.features.size(), task.terms);
            return cut(std::move(tree), marks);
        }
        default: return {std::move(tree), std::nullopt, std::nullopt};
    }
}

PrunedTree merged(PrunedTree pruned) {
    Tree tree = cut_back(pruned.tree, same_class_cuts(pruned.tree));
    if (!pruned.unpruned) pruned.unpruned = std::move(pruned.tree);
    pruned.tree = std::move(tree);
    return pruned;
}

void refuse_for_numbers(const TrainingSet& set, const PruneOptions& options) {
    if (set.task() == Task::regression && is_for_classes(options.method))
        throw set.complaint(
            fmt::format("the target '{}' is a number, and {} is for classes: use cost-complexity, reduced-error or "
                        "description-length",
                        set.target.schema.name, named("prune", word_for(options.method))));
}

}  // namespace

GrowOptions with_tests(GrowOptions options) {
    options.notes_tests = true;
    return options;
}

void forget_idle_tests(Tree& tree, const TrainOptions& options) {
    if (options.grow.stop_test != StopTest::none || options.prune.method == PruneMethod::chi_squared) return;
    for (Node& node : tree.nodes) node.test.reset();
}

void say_idle_pruning(const PruneOptions& prune, const PruneOptions& usual, Messages& messages) {
    const auto say = [&](bool differs, PruneMethod needed, std::string_view name) {
        if (differs && prune.method != needed)
            messages.note(fmt::format("{} has no effect without {}", named(name), named("prune", word_for(needed))));
    };
    say(prune.alpha != usual.alpha, PruneMethod::cost_complexity, "alpha");
    say(prune.leaves != usual.leaves, PruneMethod::cost_complexity, "leaves");
    say(prune.price && prune.price != usual.price, PruneMethod::cost_complexity, "price");
    say(prune.standard_errors != usual.standard_errors, PruneMethod::cost_complexity, "se");
    say(prune.folds != usual.folds, PruneMethod::cost_complexity, "folds");
    say(prune.validation_fraction != usual.validation_fraction, PruneMethod::reduced_error, "validation-fraction");
    const bool by_limit = prune.method == PruneMethod::pessimistic || prune.method == PruneMethod::rules;
    if (prune.confidence != usual.confidence && !by_limit)
        messages.note(fmt::format("{} has no effect without {} or rules", named("confidence"), named("prune", "pessimistic")));
    const bool raises = prune.method == PruneMethod::pessimistic || prune.method == PruneMethod::reduced_error;
    if (prune.raise && !usual.raise && !raises)
        messages.note(
            fmt::format("{} has no effect without {} or reduced-error", named("raise"), named("prune", "pessimistic")));
}

void say_if_judges_are_known(const TrainingSet& judges, const std::string& training_hash, const GrowRun& run,
                             Messages& messages) {
    if (content_hash(judges, run.threads, run.progress) == training_hash)
        messages.warn("the rows that are to judge the tree are those that it grew from: they will find nothing wrong with it");
}

void refuse_too_many_folds(const TrainingSet& set, std::size_t folds) {
    if (set.rows < folds)
        throw set.complaint(fmt::format("there are {} rows for {} folds: {} is the most", set.rows, folds,
                                        named("folds", std::to_string(set.rows))));
}

void warn_of_rare_classes(const TrainingSet& set, const FoldsInWords& folds, Messages& messages) {
    if (set.task() == Task::regression) return;
    std::vector<std::size_t> rows(set.target.schema.levels.size(), 0);
    for (const std::int32_t code : set.target.codes) ++rows[static_cast<std::size_t>(code)];
    std::vector<std::size_t> rare;
    for (std::size_t j = 0; j < rows.size(); ++j)
        if (rows[j] < folds.count) rare.push_back(j);
    const std::string all = fmt::format("{} folds{}", folds.count, folds.purpose);
    if (rare.size() > most_rare_classes)
        return messages.warn(fmt::format("{} of {} classes have fewer rows than the {}: they are spread as far as they go",
                                         rare.size(), rows.size(), all));
    for (const std::size_t j : rare)
        messages.warn(fmt::format("the class '{}' has {} {} for {}: it is spread as far as it goes",
                                  set.target.schema.levels[j], rows[j], rows[j] == 1 ? "row" : "rows", all));
}

void refuse_contradictions(const PruneOptions& options) {
    if (options.method == PruneMethod::cost_complexity && options.alpha && options.leaves != no_limit)
        throw usage_error(
            fmt::format("{} and {} both say how far to prune: choose one of them", named("alpha"), named("leaves")));
}

PruneOptions effective_pruning(const GrowthTask& task, Preset preset, PruneOptions options, Messages& messages) {
    refuse_contradictions(options);
    refuse_for_numbers(task.set, options);
    // The price is in shares of errors: where rows count differently, standard errors decide.
    const bool counts_rows = task.terms.label_factors.empty() && task.terms.costs.empty();
    if (task.set.task() == Task::regression || !counts_rows) options.price.reset();
    if (!options.uses_folds()) return options;
    const double weight = weight_of_all(task.set);
    if (weight < least_rows_for_folds) {
        messages.note(
            fmt::format("with fewer than {:.0f} rows the tree is not pruned by cross-validation, which would say too little; "
                        "{}, {} or {} prune without it",
                        least_rows_for_folds, named("prune", "pessimistic"), named("alpha"), named("leaves")));
        options.method = PruneMethod::none;
    } else if (preset == Preset::automatic && options.price && weight > most_rows_for_folds) {
        messages.note(
            fmt::format("with more than {:.0f} rows pessimistic pruning ({}) takes the place of "
                        "cross-validation, which would grow ten more trees",
                        most_rows_for_folds, named("confidence", number_text(confidence_of_many))));
        options.method = PruneMethod::pessimistic;
        options.confidence = confidence_of_many;
    } else {
        refuse_too_many_folds(task.set, options.folds);
    }
    if (options.uses_folds()) warn_of_rare_classes(task.set, {options.folds, " of pruning"}, messages);
    return options;
}

GrowOptions options_to_grow(const GrowOptions& options, const PruneOptions& pruning) {
    const bool by_tests = pruning.method == PruneMethod::chi_squared && options.adjust != Adjust::none;
    return by_tests ? with_tests(options) : options;
}

RowList judges_among(const GrowthTask& task, const PruneOptions& options) {
    if (options.method != PruneMethod::reduced_error || task.validation != nullptr) return {};
    return draw_rows(task.set, {options.validation_fraction, options.seed}, task.run);
}

PrunedTree prune_grown(const GrowthTask& task, const PruneOptions& options, const TableGrower& grower, Tree tree) {
    const bool has_folds = task.run.rows.empty() || task.run.rows.size() > 1;
    if (options.uses_folds() && !has_folds) return {std::move(tree), std::nullopt, std::nullopt};
    PrunedTree pruned = by_method({task, options, grower}, std::move(tree));
    return options.merge_same_class ? merged(std::move(pruned)) : std::move(pruned);
}

Tree grow_to_prune(const GrowthTask& task, const PruneOptions& options, const TableGrower& grower, bool is_last) {
    const RowList judges = judges_among(task, options);
    const RowList rows = judges.empty() ? RowList{} : rows_without(judges, rows_of(task.set, task.run));
    const GrowRun run{task.run.threads, task.run.progress, task.run.work, judges.empty() ? task.run.rows : rows};
    // The engine does not count tests.
    if (notes_tests(task)) return grow(task.set, with_tests(task.options), task.terms, run);
    return is_last ? grower.grow_last(run) : grower.grow(run);
}

PrunedTree grow_and_prune(const GrowthTask& task, const PruneOptions& options) {
    const GrowOptions grow = options_to_grow(task.options, options);
    const TableGrower grower({task.set, grow, task.terms, task.run});
    Tree tree = grow_to_prune(task, options, grower, !options.uses_folds());  // folds need the index once more
    return prune_grown(task, options, grower, std::move(tree));
}

}  // namespace treewright
