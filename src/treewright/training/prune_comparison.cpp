#include "treewright/training/prune_comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "treewright/pruning/chi_squared.h"
#include "treewright/pruning/description_length.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/pruning/pessimistic.h"
#include "treewright/pruning/reduced_error.h"
#include "treewright/training/fold_growth.h"
#include "treewright/tree/cut_back.h"

namespace treewright {

namespace {

/// A method that cuts by what the nodes know.
struct NodeMethod {
    std::string name;
    std::function<CutMarks(const Tree&)> marks;
};

std::vector<NodeMethod> node_methods(const GrowthTask& task, const PruneOptions& options) {
    std::vector<NodeMethod> methods{{"none", [](const Tree& tree) { return CutMarks(tree.nodes.size(), 0); }}};
    if (task.set.task() == Task::classification) {
        methods.push_back(
            {"pessimistic", [&](const Tree& tree) { return pessimistic_cuts(tree, task.terms, options.confidence); }});
        methods.push_back({"chi-squared", [&](const Tree& tree) {
                               return chi_squared_cuts(tree, {task.options.significance, task.options.adjust});
                           }});
    }
    methods.push_back(
        {"description-length", [&](const Tree& tree) { return description_length_cuts(tree, task.set.features.size()); }});
    return methods;
}

/// Losses of rows, summed.
struct LossSums {
    double weight = 0.0;
    double loss = 0.0;
    double square = 0.0;

    void add(const LossSums& other) {
        weight += other.weight;
        loss += other.loss;
        square += other.square;
    }
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

PruningResult result_of(std::string name, const Tree& tree, const ClassTerms& terms, const LossSums& sums) {
    const std::vector<double> losses = losses_as_leaves(tree, terms);
    const std::vector<std::uint32_t> depths = depths_of(tree);
    PruningResult result{std::move(name), leaf_count(tree), *std::max_element(depths.begin(), depths.end())};
    result.training_loss = sums_over_leaves(tree, losses).front() / tree.nodes.front().weight;
    result.loss = sums.loss / sums.weight;
    result.standard_error = std::sqrt(std::max(0.0, sums.square / sums.weight - result.loss * result.loss) / sums.weight);
    return result;
}

/// A tree that grew from some rows and was cut by what others said.
struct JudgedTree {
    Tree tree;
    CutMarks marks;
};

/// Reduced error within the rows that are not held out: a part of them, drawn as for all rows, judges.
JudgedTree grow_and_judge(const GrowthTask& task, const TableGrower& grower, const std::vector<std::uint32_t>& drawn,
                          const std::vector<std::uint32_t>& held_out, const GrowRun& run) {
    std::vector<std::uint32_t> judges, apart;
    std::set_difference(drawn.begin(), drawn.end(), held_out.begin(), held_out.end(), std::back_inserter(judges));
    std::set_union(drawn.begin(), drawn.end(), held_out.begin(), held_out.end(), std::back_inserter(apart));
    const std::vector<std::uint32_t> rows = rows_without(apart, task.set.rows);
    JudgedTree judged{grower.grow({run.threads, run.progress, nullptr, rows}), {}};
    judged.marks = reduced_error_cuts(judged.tree, held_out_sums(judged.tree, {task.set, judges}, task.terms, run.progress));
    return judged;
}

/// Everything that folds say about one tree.
class Comparison {
public:
    Comparison(const GrowthTask& task, const PruneOptions& options)
        : task_(task),
          options_(options),
          methods_(node_methods(task, options)),
          grower_(task),
          tree_(grower_.grow(task.run)),
          links_(tree_, sequence_losses(tree_, task.terms, options.complexity)),
          drawn_(draw_rows(task.set, {options.validation_fraction, options.seed}, task.run)),
          sums_(options.folds, std::vector<LossSums>(methods_.size() + 1)),
          curve_(links_.members()) {}

    PruningComparison run() {
        listen();
        PruningComparison comparison;
        for (std::size_t i = 0; i < methods_.size(); ++i)
            comparison.results.push_back(
                result_of(methods_[i].name, cut_back(tree_, methods_[i].marks(tree_)), task_.terms, total(i)));
        add_reduced_error(comparison);
        add_sequence(comparison);
        recommend(comparison);
        return comparison;
    }

private:
    void listen() {
        const auto voices = hear_folds(task_, grower_, options_, [&](std::size_t fold, const FoldVoice& voice, Progress& part) {
            for (std::size_t i = 0; i < methods_.size(); ++i)
                sums_[fold][i] = losses_of_cut(voice.tree, methods_[i].marks(voice.tree), voice.held_out);
            const Threads alone(1);
            const JudgedTree judged = grow_and_judge(task_, grower_, drawn_, voice.rows, {alone, part});
            sums_[fold].back() = losses_of_cut(judged.tree, judged.marks,
                                               held_out_sums(judged.tree, {task_.set, voice.rows}, task_.terms, part));
        });
        for (const FoldVoice& voice : voices) curve_.add(voice.tree, *voice.links, voice.held_out);
    }

    /// Over the folds, in their order.
    [[nodiscard]] LossSums total(std::size_t method) const {
        LossSums sum;
        for (const std::vector<LossSums>& fold : sums_) sum.add(fold[method]);
        return sum;
    }

    void add_reduced_error(PruningComparison& comparison) {
        const JudgedTree judged = grow_and_judge(task_, grower_, drawn_, {}, task_.run);
        comparison.results.push_back(
            result_of("reduced-error", cut_back(judged.tree, judged.marks), task_.terms, total(methods_.size())));
    }

    void add_sequence(PruningComparison& comparison) {
        FoldReport& report = comparison.sequence;
        report = {links_.members(), curve_.points(), 0, options_.folds, curve_.weight(), 1.0, !task_.terms.costs.empty()};
        const auto add = [&](const std::string& name, std::size_t member) {
            PruningResult result =
                result_of(name, cut_back(tree_, links_.cuts_at(report.members[member].alpha)), task_.terms, {1.0});
            result.loss = report.points[member].loss;
            result.standard_error = report.points[member].standard_error;
            result.chosen_by_folds = true;
            comparison.results.push_back(std::move(result));
        };
        add("cost-complexity, 0 SE", choose_by_standard_error(report.points, 0.0));
        report.chosen = choose_by_standard_error(report.points, 1.0);
        add("cost-complexity, 1 SE", report.chosen);
        if (task_.terms.label_factors.empty() && task_.terms.costs.empty() && task_.set.task() == Task::classification)
            add("cost-complexity, price", choose_by_price(report.points, report.members, {price_of_leaves, curve_.weight()}));
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

    static constexpr double price_of_leaves = 0.6;  // that of `auto`

    const GrowthTask& task_;
    const PruneOptions& options_;
    std::vector<NodeMethod> methods_;
    TableGrower grower_;
    Tree tree_;
    WeakestLinks links_;
    std::vector<std::uint32_t> drawn_;
    std::vector<std::vector<LossSums>> sums_;  ///< by fold and method; the last one is reduced error
    FoldCurve curve_;
};

}  // namespace

PruningComparison compare_prunings(const GrowthTask& task, const PruneOptions& options) {
    const GrowOptions grow = task.set.task() == Task::classification ? with_tests(task.options) : task.options;
    const GrowthTask tested{task.set, grow, task.terms, task.run, nullptr};
    return Comparison(tested, options).run();
}

}  // namespace treewright
