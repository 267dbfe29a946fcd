#include "treewright/training/prune_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/data/content_hash.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/fold_models.h"
#include "treewright/training/model_options.h"
#include "treewright/training/option_check.h"
#include "treewright/training/prune_tree_internal.h"
#include "treewright/tree/check.h"

namespace treewright {

namespace {

/// One row per class, with the weight of the class: all that priors and costs need of the training rows.
TrainingSet classes_as_rows(const Model& model) {
    TrainingSet set;
    set.target.schema = model.schema.target;
    if (model.schema.task() == Task::regression) return set;
    set.rows = model.schema.classes().size();
    const auto weights = tree_to_prune(model).class_weights_of(0);
    for (std::size_t j = 0; j < set.rows; ++j) {
        set.target.codes.push_back(level_code(j));
        set.weights.push_back(weights[j]);
    }
    return set;
}

ClassTerms class_terms_by(const Model& model, const TrainOptions& before) {
    if (model.schema.task() == Task::regression) return {};
    return resolve_class_terms(classes_as_rows(model), before);
}

/// Notes what cannot be undone.
void say_what_is_lost(const Model& model, PruneMethod method, Messages& messages) {
    const PruneMethod before = options_of(model).prune.method;
    if (model.unpruned || before == PruneMethod::none) return;
    const std::string what = fmt::format("the model was pruned ({}) and does not hold the unpruned tree", word_of(before));
    if (method == PruneMethod::none)
        throw input_error(
            fmt::format("{}: it cannot be restored; train with {} to keep it", what, named("keep-unpruned", "yes")));
    messages.note(fmt::format("{}: it can only be pruned further; train with {} to keep the unpruned tree", what,
                              named("keep-unpruned", "yes")));
}

/// What one pruning of a saved tree works on.
struct ModelPruning {
    const Model& model;
    const TrainOptions& options;
    const TrainOptions& before;  ///< those that the model was made with
    const ClassTerms terms;
    const PruneData& data;
    const Run& run;

    [[nodiscard]] const Tree& tree() const { return tree_to_prune(model); }
    [[nodiscard]] ChiSquaredRule test() const { return {options.grow.significance, options.grow.adjust}; }
};

/// Folds grow with the options that the tree grew with.
FoldReport ask_folds(const ModelPruning& work, const WeakestLinks& links) {
    const TrainingSet& set = *work.data.training;
    const std::string& known = work.model.provenance.content_hash;
    if (known == unknown_rows)
        work.run.messages.warn(
            fmt::format("the tree was grown by {}: cross-validation measures trees that Treewright grows instead",
                        work.model.provenance.program_version));
    else if (content_hash(set, work.run) != known)
        work.run.messages.warn(fmt::format(
            "{} does not hold the training rows of the tree: cross-validation measures other trees than this one", set.source));
    refuse_too_many_folds(set, work.options.prune.folds);
    PruneOptions prune = work.options.prune;
    if (!work.terms.label_factors.empty() || !work.terms.costs.empty()) prune.price.reset();  // it is in shares of errors
    const TreeGrower grower(borrowed(set), work.before.grow, work.terms, work.run);
    return cross_validate_sequence(grower, links, prune, set.all_rows(), work.run);
}

/// Nodes that get other rows than they grew from would no longer add up.
void refuse_other_rows(const ModelPruning& work) {
    const TrainingSet& set = *work.data.training;
    if (work.model.provenance.content_hash == unknown_rows)
        throw input_error(
            fmt::format("subtree raising needs the training rows of the tree, but it was grown by {} and they are not known",
                        work.model.provenance.program_version));
    const double weight = work.tree().nodes.front().weight;
    const bool same = content_hash(set, work.run) == work.model.provenance.content_hash &&
                      std::abs(weight_of_all(set) - weight) <= 1e-9 * weight;
    if (!same)
        throw set.complaint(
            fmt::format("these are not the training rows of the tree, which subtree raising needs: give those, with their {} "
                        "column if they had one",
                        named("weight")));
}

/// Refuses what the method needs and was not given.
void refuse_for_lack(const ModelPruning& work) {
    const PruneOptions& prune = work.options.prune;
    if (prune.raise && can_raise(prune.method)) {
        if (work.data.training == nullptr)
            throw usage_error(fmt::format("subtree raising needs the training rows: add {}, or leave out {}",
                                          named("data", "FILE"), named("raise")));
        refuse_other_rows(work);
    }
    if (prune.method == PruneMethod::reduced_error && work.data.validation == nullptr)
        throw usage_error(fmt::format("reduced-error needs a validation set, rows that were not used for training: add {}",
                                      named("validation", "FILE")));
    if (prune.uses_folds() && work.data.training == nullptr)
        throw usage_error(fmt::format(
            "cost-complexity needs {} or {}, or the training rows for cross-validation ({}); {} lists the trees to choose from",
            named("alpha", "A"), named("leaves", "N"), named("data", "FILE"), named("sequence")));
    if (prune.method == PruneMethod::chi_squared && !has_tests_for(work.tree(), work.test()))
        throw usage_error(fmt::format(
            "the model does not record how many tests were possible at its nodes, the factor of {}: use {}, or train with {}",
            named("adjust", "bonferroni"), named("adjust", "none"), named("keep-unpruned", "yes")));
}

TreeByMethod pruned_tree(const ModelPruning& work) {
    refuse_for_lack(work);
    const PruneData& data = work.data;
    PruningRows rows;
    RowList validation_rows;
    if (data.training != nullptr) {
        rows.training = data.training;
        rows.rows = data.training->all_rows();
    }
    if (work.options.prune.method == PruneMethod::reduced_error) {
        validation_rows = row_numbers(data.validation->rows);
        rows.validation = data.validation;
        rows.validation_rows = validation_rows;
    }
    return prune_tree(work.tree(),
                      {work.options.prune, work.before.grow, work.test(), work.terms, work.model.schema.features.size(), rows,
                       [&](const WeakestLinks& links) { return ask_folds(work, links); }},
                      work.run.progress);
}

void refuse_for_numbers(const Model& model, PruneMethod method) {
    if (model.schema.task() == Task::regression && is_for_classes(method))
        throw input_error(fmt::format(
            "the tree predicts a number, but {} is for classes: use cost-complexity, reduced-error or description-length",
            word_of(method)));
}

/// `cp` is only there if it is given, in its place in the catalogue.
void place_share(const TrainOptions& options, std::vector<NamedOption>& named) {
    const LearnerParameter& share = *find_parameter("cp");
    const auto find = [&](std::string_view name) {
        return std::find_if(named.begin(), named.end(), [&](const NamedOption& option) { return option.name == name; });
    };
    if (is_left_out(share, options)) {
        std::erase_if(named, [&](const NamedOption& option) { return option.name == share.name; });
    } else if (find(share.name) == named.end() && find("alpha") != named.end()) {
        named.insert(find("alpha") + 1, {std::string(share.name), share.get(options)});
    }
}

}  // namespace

ClassTerms class_terms_of(const Model& model) { return class_terms_by(model, options_of(model)); }

const Tree& tree_to_prune(const Model& model) { return model.unpruned ? *model.unpruned : model.tree; }

WeakestLinks sequence_of(const Model& model, Complexity complexity) {
    const Tree& tree = tree_to_prune(model);
    return {tree, sequence_losses(tree, class_terms_of(model), complexity)};
}

void check_pruning(const Model& model, const TrainOptions& options, Messages& messages) {
    refuse_for_numbers(model, options.prune.method);
    refuse_contradictions(options.prune);
    note_idle_pruning(options.prune, {}, messages);
    say_what_is_lost(model, options.prune.method, messages);
}

std::vector<NamedOption> options_after_pruning(const Model& model, const TrainOptions& options) {
    std::vector<NamedOption> named = model.options;
    bool is_pruning = false;  // these come after `prune` in the catalogue
    for (const LearnerParameter& parameter : parameters()) {
        is_pruning = is_pruning || parameter.name == "prune";
        const bool is_test = parameter.name == "significance" || parameter.name == "adjust";
        if (!is_pruning && !(is_test && options.prune.method == PruneMethod::chi_squared)) continue;
        for (NamedOption& option : named)
            if (option.name == parameter.name) option.value = parameter.get(options);
    }
    place_share(options, named);
    std::erase_if(named, [](const NamedOption& option) { return option.name == "validation"; });
    if (options.prune.method == PruneMethod::reduced_error) named.push_back({"validation", "file"});
    return named;
}

TrainedModel prune_model(const Model& model, const TrainOptions& options, const PruneData& data, const Run& run) {
    check_pruning(model, options, run.messages);
    if (data.validation != nullptr) warn_of_known_validation(*data.validation, model.provenance.content_hash, run);
    const TrainOptions before = options_of(model);
    const bool raised_before = before.prune.raise && before.prune.method == PruneMethod::pessimistic;
    if (options.prune.method == PruneMethod::pessimistic && !options.prune.raise && raised_before)
        run.messages.note(fmt::format("subtrees are only replaced by leaves; {} with {} also raises branches, as in training",
                                      named("raise", "yes"), named("data", "FILE")));
    const ModelPruning work{model, options, before, class_terms_by(model, before), data, run};
    TreeByMethod by_method = pruned_tree(work);
    Model pruned = model;
    pruned.tree = std::move(by_method.tree);
    if (options.keep_unpruned || options.prune.merge_same_class) pruned.unpruned = work.tree();
    forget_idle_tests(pruned.tree, options);
    pruned.options = options_after_pruning(model, options);
    const auto flaw = find_flaw(pruned);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
    const bool by_validation = options.prune.method == PruneMethod::reduced_error;
    const double validation_weight = by_validation ? weight_of_all(*data.validation) : 0.0;
    return {std::move(pruned), {work.tree(), std::move(by_method.folds), options.prune, validation_weight, {}}};
}

TrainOptions options_to_prune(const Model& model, const Settings& settings) {
    TrainOptions options = options_of(model);
    options.prune = {};
    for (const auto& [parameter, text] : settings) parameter->set(options, text);
    return options;
}

}  // namespace treewright
