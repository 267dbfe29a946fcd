#include "treewright/training/prune_comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/rules/simplify.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/folds.h"
#include "treewright/training/model_rules.h"
#include "treewright/training/option_check.h"
#include "treewright/training/prune_tree_internal.h"
#include "treewright/tree/cut_back.h"

namespace treewright {

namespace {

/// An unpruned tree, and the held-out rows on which its prunings are validated.
struct TreeToPrune {
    const Tree& tree;
    std::span<const RowId> held_out;  ///< none for the tree of all rows
    const HeldOutSums& sums;          ///< what its nodes lose on these
    Run run;
};

/// A pruned tree and its losses.
struct Remains {
    std::size_t leaves = 0;
    std::size_t depth = 0;
    double training_loss = 0.0;
    LossSums held_out;
};

struct Method {
    std::string name;
    std::vector<NamedOption> options;
    PruneOptions pruning;
};

/// What a cut tree loses, from what its nodes would.
LossSums losses_of_cut(const Tree& tree, const CutMarks& marks, const HeldOutSums& held_out) {
    LossSums sums{held_out.weight, 0.0, 0.0};
    const std::vector<std::uint32_t> ends = subtree_ends(tree);
    for (NodeId node = 0; node < tree.nodes.size();) {
        const bool is_leaf = marks[node] != 0 || tree.nodes[node].is_leaf();
        if (is_leaf) {
            sums.loss += held_out.loss[node];
            sums.square += held_out.square[node];
        }
        node = is_leaf ? ends[node] : node + 1;
    }
    return sums;
}

Remains remains_of(const Tree& tree, const ClassTerms& terms, const LossSums& held_out) {
    const std::vector<std::uint32_t> depths = depths_of(tree);
    const double loss = sums_over_leaves(tree, losses_as_leaves(tree, terms)).front() / tree.nodes.front().weight;
    return {leaf_count(tree), *std::max_element(depths.begin(), depths.end()), loss, held_out};
}

/// The methods of one table.
class Methods {
public:
    Methods(const TreeGrower& grower, const PruneOptions& options, const Run& run)
        : options_(options),
          grower_(grower),
          set_(grower.set()),
          drawn_(draw_rows(set_, {options.validation_fraction, options.seed}, set_.all_rows(), run)) {}

    /// Every method that applies to the target, and each that can raise branches with and without; but for cost-complexity, of which the
    /// sequence of the folds says more. Methods that grow trees of their own come last.
    [[nodiscard]] std::vector<Method> all(bool with_rules) const {
        std::vector<Method> methods;
        for (const bool grows_own : {false, true})
            for (const std::string& word : words_of<PruneMethod>()) {
                const PruneMethod method = *enumerator_of<PruneMethod>(word);
                if (method == PruneMethod::cost_complexity || method == PruneMethod::rules) continue;
                if (is_for_classes(method) && set_.task() == Task::regression) continue;
                if ((method == PruneMethod::reduced_error) == grows_own) add(method, methods);
            }
        if (with_rules) add(PruneMethod::rules, methods);
        return methods;
    }

    [[nodiscard]] Remains apply(const Method& method, const TreeToPrune& grown) const {
        switch (method.pruning.method) {
            case PruneMethod::rules: return as_rules(grown);
            case PruneMethod::reduced_error: return by_reduced_error(method.pruning, grown);
            default: break;
        }
        RowList rows;
        if (method.pruning.raise) rows = rows_without(grown.held_out, set_.all_rows());
        const TreeByMethod pruned = by_method(grown.tree, method.pruning, {&set_, RowSelection::of(rows)}, grown.run);
        if (!pruned.marks || pruned.tree.fractional()) return validated(pruned.tree, grown);
        return remains_of(pruned.tree, grower_.terms(), losses_of_cut(grown.tree, *pruned.marks, grown.sums));
    }

private:
    void add(PruneMethod method, std::vector<Method>& methods) const {
        const std::string word(word_of(method));
        PruneOptions pruning = options_;
        pruning.method = method;
        pruning.merge_same_class = false;
        pruning.raise = false;
        methods.push_back({word, {{"prune", word}}, pruning});
        if (!can_raise(method)) return;
        methods.back().options.push_back({"raise", "no"});
        pruning.raise = true;
        methods.push_back({word + ", raised", {{"prune", word}, {"raise", "yes"}}, pruning});
    }

    [[nodiscard]] TreeByMethod by_method(const Tree& tree, const PruneOptions& pruning, const PruningRows& rows,
                                         const Run& run) const {
        const GrowOptions& grow = grower_.options();
        return prune_tree(tree,
                          {pruning, grow, {grow.significance, grow.adjust}, grower_.terms(), set_.features.size(), rows, {}},
                          run.progress);
    }

    /// For a tree that is not a subtree of the grown one, or whose rows end in several leaves.
    [[nodiscard]] Remains validated(const Tree& tree, const TreeToPrune& grown) const {
        return remains_of(tree, grower_.terms(),
                          prediction_losses(tree, {set_, grown.held_out}, grower_.terms(), grown.run.progress));
    }

    /// It needs validation rows: a part of those that are not held out, drawn as for all rows. So it grows its own tree.
    [[nodiscard]] Remains by_reduced_error(const PruneOptions& pruning, const TreeToPrune& grown) const {
        RowList validation, apart;
        const auto& away = grown.held_out;
        std::set_difference(drawn_.begin(), drawn_.end(), away.begin(), away.end(), std::back_inserter(validation));
        std::set_union(drawn_.begin(), drawn_.end(), away.begin(), away.end(), std::back_inserter(apart));
        const RowList rows = rows_without(apart, set_.all_rows());
        const Tree tree = grower_.grow(RowSelection::of(rows), grown.run).tree;
        return validated(by_method(tree, pruning, {&set_, RowSelection::of(rows), &set_, validation}, grown.run).tree, grown);
    }

    [[nodiscard]] Remains as_rules(const TreeToPrune& grown) const {
        const RowList rows = rows_without(grown.held_out, set_.all_rows());
        const TrainingSet set = pick_rows(set_, rows);
        const RuleList list = simplify_rules(
            grown.tree,
            {set.features, set.classes_of_rows(), set.weights, rule_terms(grower_.terms(), grown.tree.class_weights_of(0))},
            options_.confidence, grown.run);
        const LossSums training = losses_of_list(list, rows);
        Remains remains{list.rules.size(), 0, training.loss / training.weight, losses_of_list(list, grown.held_out)};
        for (const Rule& rule : list.rules) remains.depth = std::max(remains.depth, rule.conditions.size());
        return remains;
    }

    [[nodiscard]] LossSums losses_of_list(const RuleList& list, std::span<const RowId> rows) const {
        std::vector<ClassId> labels;
        for (const RowId row : rows) labels.push_back(label_at(list, find_rule(list, set_.features, row)));
        return losses_of_labels({set_, rows}, labels, grower_.terms());
    }

    const PruneOptions& options_;
    const TreeGrower& grower_;
    const TrainingSet& set_;
    RowList drawn_;
};

PruningResult result_of(std::string name, const Remains& remains, const LossSums& sums) {
    PruningResult result{std::move(name), {}, remains.leaves, remains.depth, remains.training_loss};
    result.loss = sums.mean();
    result.standard_error = sums.standard_error();
    return result;
}

/// The cross-validated results of one tree.
class PruningTrials {
public:
    PruningTrials(const TreeGrower& grower, const PruneOptions& options, const Run& run)
        : grower_(grower),
          options_(options),
          run_(run),
          tree_(grower_.grow(grower_.set().all_rows(), run).tree),
          links_(tree_, sequence_losses(tree_, grower_.terms(), options.complexity)),
          library_(grower_, options, run),
          has_rules_(grower_.set().task() == Task::classification && leaf_count(tree_) <= most_leaves_for_rules),
          methods_(library_.all(has_rules_)),
          sums_(options.folds, std::vector<LossSums>(methods_.size())),
          curve_(links_.members()) {}

    PruningComparison run() {
        validate_by_folds();
        PruningComparison comparison;
        comparison.task = grower_.set().task();
        comparison.rows = grower_.set().rows;
        const HeldOutSums nothing{0.0, std::vector<double>(tree_.nodes.size()), std::vector<double>(tree_.nodes.size()), {}};
        for (std::size_t i = 0; i < methods_.size(); ++i) {
            LossSums sum;
            for (const std::vector<LossSums>& fold : sums_) sum.add(fold[i]);
            comparison.results.push_back(
                result_of(methods_[i].name, library_.apply(methods_[i], {tree_, {}, nothing, run_}), sum));
        }
        for (std::size_t i = 0; i < methods_.size(); ++i) comparison.results[i].options = methods_[i].options;
        comparison.rules_left_out = !has_rules_ && grower_.set().task() == Task::classification;
        add_sequence(comparison);
        for (PruningResult& result : comparison.results) {
            result.training_loss /= unit_;
            result.loss /= unit_;
            result.standard_error /= unit_;
        }
        recommend(comparison);
        return comparison;
    }

private:
    void validate_by_folds() {
        const auto validate = [&](std::size_t fold, const FoldModel& model, const Run& part) {
            const TreeToPrune grown{model.tree, model.held_out, model.losses, part};
            for (std::size_t i = 0; i < methods_.size(); ++i) sums_[fold][i] = library_.apply(methods_[i], grown).held_out;
        };
        models_ = make_fold_models(grower_, options_, grower_.set().all_rows(), run_, validate);
        for (const FoldModel& model : models_) curve_.add(model.tree, *model.links, model.losses);
        unit_ = mean_factor(models_, grower_.terms());
    }

    void add_sequence(PruningComparison& comparison) {
        FoldReport& report = comparison.sequence;
        report = {links_.members(),
                  curve_.points(),
                  0,
                  options_.folds,
                  curve_.weight(),
                  rows_per_weight(grower_.set()),
                  unit_,
                  !grower_.terms().costs.empty(),
                  !grower_.terms().label_factors.empty()};
        const auto add = [&](const std::string& name, const NamedOption& option, std::size_t member) {
            CurvePoint& point = report.points[member];
            if (tree_.fractional()) point = point_by_predictions(grower_, models_, point, run_);
            const Tree tree = cut_back(tree_, links_.cuts_at(report.members[member].alpha));
            PruningResult result = result_of("cost-complexity, " + name, remains_of(tree, grower_.terms(), {}), {1.0});
            result.options = {{"prune", "cost-complexity"}, option};
            result.loss = point.loss;
            result.standard_error = point.standard_error;
            result.chosen_by_folds = true;
            comparison.results.push_back(std::move(result));
        };
        report.chosen = choose_by_standard_error(report.points, 1.0);
        add("1 SE", {"se", "1"}, report.chosen);
        add("0 SE", {"se", "0"}, choose_by_standard_error(report.points, 0.0));
        const double asked = options_.standard_errors;
        const std::string text = number_text(asked);
        if (!options_.price && asked != 0.0 && asked != 1.0)
            add(text + " SE", {"se", text}, choose_by_standard_error(report.points, asked));
        if (grower_.terms().label_factors.empty() && grower_.terms().costs.empty() &&
            grower_.set().task() == Task::classification) {
            const double price = options_.price.value_or(*preset_pruning(Preset::automatic).price);
            add("price", {"price", number_text(price)},
                choose_by_price(report.points, report.members, {price, curve_.weight()}));
        }
    }

    static void recommend(PruningComparison& comparison) {
        const std::vector<PruningResult>& results = comparison.results;
        for (std::size_t i = 1; i < results.size(); ++i)
            if (results[i].loss < results[comparison.best].loss) comparison.best = i;
        const double line = results[comparison.best].loss + results[comparison.best].standard_error;
        comparison.recommended = comparison.best;
        for (std::size_t i = 0; i < results.size(); ++i)
            if (results[i].loss <= line && results[i].leaves < results[comparison.recommended].leaves)
                comparison.recommended = i;
    }

    static constexpr std::size_t most_leaves_for_rules = 2000;  // 4,500 leaves of 32,000 rows: 7 s per fold

    const TreeGrower& grower_;
    const PruneOptions& options_;
    const Run& run_;
    Tree tree_;
    WeakestLinks links_;
    Methods library_;
    bool has_rules_;
    std::vector<Method> methods_;
    std::vector<std::vector<LossSums>> sums_;  ///< by fold and method
    std::vector<FoldModel> models_;
    FoldCurve curve_;
    double unit_ = 1.0;  ///< FoldReport::unit
};

}  // namespace

PruningComparison compare_prunings(const TrainingSet& set, const GrowOptions& grow, const ClassTerms& terms,
                                   const PruneOptions& options, const Run& run) {
    const bool counts_tests = set.task() == Task::classification && grow.adjust != Adjust::none;
    const TreeGrower grower(borrowed(set), counts_tests ? with_tests(grow) : grow, terms, run);
    return PruningTrials(grower, options, run).run();
}

PruningComparison compare_prunings(const TrainingSet& set, TrainOptions options, const Run& run) {
    check_options(set, options);
    refuse_too_many_folds(set, options.prune.folds);
    const ClassTerms terms = resolve_class_terms(set, options);
    if (set.task() == Task::regression) options.prune.price.reset();
    return compare_prunings(set, options.grow, terms, options.prune, run);
}

}  // namespace treewright
