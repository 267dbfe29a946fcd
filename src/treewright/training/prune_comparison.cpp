#include "treewright/training/prune_comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/pruning/chi_squared.h"
#include "treewright/pruning/description_length.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/pruning/pessimistic.h"
#include "treewright/pruning/raising.h"
#include "treewright/pruning/reduced_error.h"
#include "treewright/rules/simplify.h"
#include "treewright/training/fold_growth.h"
#include "treewright/training/model_rules.h"
#include "treewright/training/train.h"
#include "treewright/tree/cut_back.h"

namespace treewright {

namespace {

/// A tree as it was grown, from which rows, and the rows that judge what a method leaves of it.
struct GrownTree {
    const Tree& tree;
    std::span<const std::uint32_t> held_out;  ///< empty: it grew from all rows
    const HeldOutSums& sums;                  ///< what its nodes lose on these
    GrowRun run;
};

/// What a method leaves, and what that loses.
struct Remains {
    std::size_t leaves = 0;
    std::size_t depth = 0;
    double training_loss = 0.0;
    LossSums held_out;
};

struct Method {
    std::string name;
    std::vector<NamedOption> options;
    std::function<Remains(const GrownTree&)> apply;
};

/// What a cut tree loses, from what its nodes would.
LossSums losses_of_cut(const Tree& tree, const CutMarks& marks, const HeldOutSums& held_out) {
    LossSums sums{held_out.weight, 0.0, 0.0};
    const std::vector<std::uint32_t> ends = subtree_ends(tree);
    for (std::size_t node = 0; node < tree.nodes.size();) {
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
    Methods(const GrowthTask& task, const PruneOptions& options, const TableGrower& grower)
        : task_(task),
          options_(options),
          grower_(grower),
          drawn_(draw_rows(task.set, {options.validation_fraction, options.seed}, task.run)) {}

    [[nodiscard]] std::vector<Method> all(bool with_rules) const {
        const bool classes = task_.set.task() == Task::classification;
        std::vector<Method> methods{
            by_marks("none", {{"prune", "none"}}, [](const Tree& tree) { return CutMarks(tree.nodes.size(), 0); })};
        if (classes) {
            methods.push_back(by_marks("pessimistic", {{"prune", "pessimistic"}, {"raise", "no"}}, [this](const Tree& tree) {
                return pessimistic_cuts(tree, task_.terms, options_.confidence);
            }));
            methods.push_back({"pessimistic, raised",
                               {{"prune", "pessimistic"}, {"raise", "yes"}},
                               [this](const GrownTree& grown) { return raised(grown); }});
            methods.push_back(by_marks("chi-squared", {{"prune", "chi-squared"}}, [this](const Tree& tree) {
                return chi_squared_cuts(tree, {task_.options.significance, task_.options.adjust});
            }));
        }
        methods.push_back(by_marks("description-length", {{"prune", "description-length"}}, [this](const Tree& tree) {
            return description_length_cuts(tree, task_.set.features.size(), task_.terms);
        }));
        for (const bool raises : {false, true})
            methods.push_back({raises ? "reduced-error, raised" : "reduced-error",
                               {{"prune", "reduced-error"}, {"raise", raises ? "yes" : "no"}},
                               [this, raises](const GrownTree& grown) { return by_reduced_error(grown, raises); }});
        if (with_rules)
            methods.push_back({"rules", {{"prune", "rules"}}, [this](const GrownTree& grown) { return as_rules(grown); }});
        return methods;
    }

private:
    [[nodiscard]] Method by_marks(std::string name, std::vector<NamedOption> options,
                                  std::function<CutMarks(const Tree&)> marks) const {
        return {std::move(name), std::move(options), [this, marks = std::move(marks)](const GrownTree& grown) {
                    const CutMarks cuts = marks(grown.tree);
                    const Tree tree = cut_back(grown.tree, cuts);
                    if (tree.fractional()) return judged(tree, grown);
                    return remains_of(tree, task_.terms, losses_of_cut(grown.tree, cuts, grown.sums));
                }};
    }

    /// Of a tree that is no part of the grown one, or whose rows end in several leaves.
    [[nodiscard]] Remains judged(const Tree& tree, const GrownTree& grown) const {
        return remains_of(tree, task_.terms,
                          prediction_losses(tree, {task_.set, grown.held_out}, task_.terms, grown.run.progress));
    }

    [[nodiscard]] Remains raised(const GrownTree& grown) const {
        const auto rows = rows_without(held_out_of(grown), task_.set.rows);
        const RaisingTask raising{{task_.set, rows}, task_.options, task_.terms, grown.run.progress};
        return judged(prune_pessimistically_with_raising(grown.tree, raising, options_.confidence), grown);
    }

    /// It needs rows of its own to judge by: a part of those that are not held out, drawn as for all rows. So it grows its own tree.
    [[nodiscard]] Remains by_reduced_error(const GrownTree& grown, bool raises) const {
        std::vector<std::uint32_t> judges, apart;
        const auto& away = grown.held_out;
        std::set_difference(drawn_.begin(), drawn_.end(), away.begin(), away.end(), std::back_inserter(judges));
        std::set_union(drawn_.begin(), drawn_.end(), away.begin(), away.end(), std::back_inserter(apart));
        const std::vector<std::uint32_t> rows = rows_without(apart, task_.set.rows);
        const Tree tree = grower_.grow({grown.run.threads, grown.run.progress, nullptr, rows});
        if (raises) {
            const RaisingTask raising{{task_.set, rows, &task_.set, judges}, task_.options, task_.terms, grown.run.progress};
            return judged(prune_by_reduced_error_with_raising(tree, raising), grown);
        }
        const HeldOutSums sums = held_out_sums(tree, {task_.set, judges}, task_.terms, grown.run.progress);
        return judged(cut_back(tree, reduced_error_cuts(tree, sums)), grown);
    }

    [[nodiscard]] Remains as_rules(const GrownTree& grown) const {
        const auto rows = rows_without(held_out_of(grown), task_.set.rows);
        const TrainingSet set = pick_rows(task_.set, rows);
        const RuleList list = simplify_rules(
            grown.tree, {set.features, set.target.codes, set.weights, rule_terms(task_.terms, grown.tree.class_weights_of(0))},
            {grown.run.threads, grown.run.progress, options_.confidence});
        const LossSums training = losses_of_list(list, rows);
        Remains remains{list.rules.size(), 0, training.loss / training.weight, losses_of_list(list, grown.held_out)};
        for (const Rule& rule : list.rules) remains.depth = std::max(remains.depth, rule.conditions.size());
        return remains;
    }

    [[nodiscard]] LossSums losses_of_list(const RuleList& list, std::span<const std::uint32_t> rows) const {
        std::vector<std::int32_t> labels;
        for (const std::uint32_t row : rows) labels.push_back(label_at(list, find_rule(list, task_.set.features, row)));
        return losses_of_labels({task_.set, rows}, labels, task_.terms);
    }

    static std::vector<std::uint32_t> held_out_of(const GrownTree& grown) {
        return {grown.held_out.begin(), grown.held_out.end()};
    }

    const GrowthTask& task_;
    const PruneOptions& options_;
    const TableGrower& grower_;
    std::vector<std::uint32_t> drawn_;
};

PruningResult result_of(std::string name, const Remains& remains, const LossSums& sums) {
    PruningResult result{std::move(name), {}, remains.leaves, remains.depth, remains.training_loss};
    result.loss = sums.mean();
    result.standard_error = sums.standard_error();
    return result;
}

/// Everything that folds say about one tree.
class Comparison {
public:
    Comparison(const GrowthTask& task, const PruneOptions& options)
        : task_(task),
          options_(options),
          grower_(task),
          tree_(grower_.grow(task.run)),
          links_(tree_, sequence_losses(tree_, task.terms, options.complexity)),
          library_(task, options, grower_),
          has_rules_(task.set.task() == Task::classification && leaf_count(tree_) <= most_leaves_for_rules),
          methods_(library_.all(has_rules_)),
          sums_(options.folds, std::vector<LossSums>(methods_.size())),
          curve_(links_.members()) {}

    PruningComparison run() {
        listen();
        PruningComparison comparison;
        const HeldOutSums nothing{0.0, std::vector<double>(tree_.nodes.size()), std::vector<double>(tree_.nodes.size()), {}};
        for (std::size_t i = 0; i < methods_.size(); ++i) {
            LossSums sum;
            for (const std::vector<LossSums>& fold : sums_) sum.add(fold[i]);
            comparison.results.push_back(result_of(methods_[i].name, methods_[i].apply({tree_, {}, nothing, task_.run}), sum));
        }
        for (std::size_t i = 0; i < methods_.size(); ++i) comparison.results[i].options = methods_[i].options;
        comparison.rules_left_out = !has_rules_ && task_.set.task() == Task::classification;
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
    void listen() {
        voices_ = hear_folds(task_, grower_, options_, [&](std::size_t fold, const FoldVoice& voice, Progress& part) {
            const Threads alone(1);
            const GrownTree grown{voice.tree, voice.rows, voice.held_out, {alone, part}};
            for (std::size_t i = 0; i < methods_.size(); ++i) sums_[fold][i] = methods_[i].apply(grown).held_out;
        });
        for (const FoldVoice& voice : voices_) curve_.add(voice.tree, *voice.links, voice.held_out);
        unit_ = mean_factor(voices_, task_.terms);
    }

    void add_sequence(PruningComparison& comparison) {
        FoldReport& report = comparison.sequence;
        report = {links_.members(),
                  curve_.points(),
                  0,
                  options_.folds,
                  curve_.weight(),
                  unit_,
                  !task_.terms.costs.empty(),
                  !task_.terms.label_factors.empty()};
        const auto add = [&](const std::string& name, const NamedOption& option, std::size_t member) {
            if (tree_.fractional()) judge_by_predictions(task_, voices_, member, report);
            const Tree tree = cut_back(tree_, links_.cuts_at(report.members[member].alpha));
            PruningResult result = result_of("cost-complexity, " + name, remains_of(tree, task_.terms, {}), {1.0});
            result.options = {{"prune", "cost-complexity"}, option};
            result.loss = report.points[member].loss;
            result.standard_error = report.points[member].standard_error;
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
        if (task_.terms.label_factors.empty() && task_.terms.costs.empty() && task_.set.task() == Task::classification) {
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

    static constexpr std::size_t most_leaves_for_rules = 2000;  // 4,500 leaves of 32,000 rows: 7 s a fold

    const GrowthTask& task_;
    const PruneOptions& options_;
    TableGrower grower_;
    Tree tree_;
    WeakestLinks links_;
    Methods library_;
    bool has_rules_;
    std::vector<Method> methods_;
    std::vector<std::vector<LossSums>> sums_;  ///< by fold and method
    std::vector<FoldVoice> voices_;
    FoldCurve curve_;
    double unit_ = 1.0;  ///< FoldReport::unit
};

}  // namespace

PruningComparison compare_prunings(const GrowthTask& task, const PruneOptions& options) {
    const GrowOptions grow = task.set.task() == Task::classification && task.options.adjust != Adjust::none
                                 ? with_tests(task.options)
                                 : task.options;
    const GrowthTask tested{task.set, grow, task.terms, task.run, nullptr};
    return Comparison(tested, options).run();
}

PruningComparison compare_prunings(const TrainingSet& set, TrainOptions options, const GrowRun& run) {
    check_options(set, options);
    refuse_too_many_folds(set, options.prune.folds);
    const ClassTerms terms = resolve_class_terms(set, options);
    if (set.task() == Task::regression) options.prune.price.reset();
    return compare_prunings({set, options.grow, terms, run}, options.prune);
}

}  // namespace treewright
