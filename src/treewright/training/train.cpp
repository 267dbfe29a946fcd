#include "treewright/training/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/column_facts.h"
#include "treewright/growing/split_search.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/prepared_training.h"
#include "treewright/tree/check.h"
#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

/// The first missing cell of the features, for `--missing error`.
void refuse_missing(const TrainingSet& set) {
    for (const Column& feature : set.features)
        for (std::size_t row = 0; row < set.rows; ++row)
            if (feature.missing_at(row))
                throw set.complaint(
                    fmt::format("'{}' is missing{}, and {} refuses that: fill it in, or choose another {} method",
                                feature.schema.name, set.in_line(row), named("missing", "error"), named("missing")));
}

bool varies(const Column& feature) { return !facts_of(feature, {}).is_constant; }

std::string why_single_leaf(const TrainingSet& set, const Model& model, const GrowOptions& options, bool was_pruned) {
    const Node& root = model.tree.nodes.front();
    if (was_pruned) return "pruning found no question worth its leaves";
    if (set.features.empty()) return "there is no feature to ask about";
    if (root.impurity == 0.0) return "all rows have the same label";
    if (options.max_depth == 0) return named("max-depth", "0") + " allows no question";
    if (options.max_leaves == 1) return named("max-leaves", "1") + " allows no question";
    if (root.weight < options.min_split) return fmt::format("there are fewer rows than {} asks for", named("min-split"));
    if (root.test) return fmt::format("the best split is not significant ({})", named("stop-test"));
    if (std::none_of(set.features.begin(), set.features.end(), varies)) return "every feature is constant";
    return "no question meets the row limits and gains enough";
}

}  // namespace

void check_options(const TrainingSet& set, const TrainOptions& options) {
    const bool regression = set.task() == Task::regression;
    const CriterionName criterion = effective_criterion(options.grow, set.task());
    const std::string& target = set.target.schema.name;
    const auto preset_word = parameters().front().get(options);
    if (regression && (options.preset == Preset::id3 || options.preset == Preset::c45))
        throw set.complaint(
            fmt::format("the target '{}' is a number, and {} grows trees for classes only: use {} or cart, or {}", target,
                        preset_word, named("preset", "auto"), named("task", "classification")));
    if (kind_of(criterion).task != set.task())
        throw set.complaint(regression ? fmt::format("the target '{}' is a number: its criterion is squared-error", target)
                                       : fmt::format("the target '{}' holds classes: squared-error is for numbers", target));
    const StopTest test = options.grow.stop_test;
    if (regression && (test == StopTest::chi_squared || test == StopTest::exact))
        throw set.complaint(fmt::format("the target '{}' is a number, and this test compares classes: use {}", target,
                                        named("stop-test", "f")));
    if (!regression && test == StopTest::f)
        throw set.complaint(fmt::format("the target '{}' holds classes, and f compares means: use {} or exact", target,
                                        named("stop-test", "chi-squared")));
    if (options.grow.missing == MissingMethod::error) refuse_missing(set);
}

void say_idle_options(const TrainOptions& options, Messages& messages) {
    const GrowOptions usual = preset_options(options.preset);
    if (options.grow.surrogates && options.grow.missing != MissingMethod::surrogate)
        messages.note(fmt::format("{} has no effect without {}", named("surrogates"), named("missing", "surrogate")));
    if (options.grow.tsallis_q != usual.tsallis_q && options.grow.criterion != CriterionName::tsallis)
        messages.note(fmt::format("{} has no effect without {}", named("tsallis-q"), named("criterion", "tsallis")));
    say_idle_pruning(options.prune, preset_pruning(options.preset), messages);
    if (options.grow.stop_test != StopTest::none || options.prune.method == PruneMethod::chi_squared) return;
    const auto say = [&](std::string_view name) {
        messages.note(
            fmt::format("{} has no effect without {} or {}", named(name), named("stop-test"), named("prune", "chi-squared")));
    };
    if (options.grow.significance != usual.significance) say("significance");
    if (options.grow.adjust != usual.adjust) say("adjust");
}

Model train(const TrainingSet& set, const TrainOptions& asked, const TrainRun& run) {
    const PreparedTraining prepared(set, asked, run);
    TrainReport report;
    Model model = prepared.fit_last({run.threads, run.progress, {}, run.work, &report});
    if (model.tree.nodes.size() > 1 || report.unpruned)  // else there was nothing to prune
        for (const Message& message : prepared.about_pruning().list()) run.messages.add(message);
    if (model.tree.nodes.size() == 1)
        run.messages.note(
            fmt::format("the tree is a single leaf, which is a valid model: {}",
                        why_single_leaf(set, model, asked.grow, report.unpruned && report.unpruned->nodes.size() > 1)));
    const auto flaw = find_flaw(model);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
    if (run.report != nullptr) *run.report = std::move(report);
    return model;
}

std::vector<double> importance_of(const Model& model) {
    std::vector<double> shares(model.schema.features.size(), 0.0);
    double total = 0.0;
    for (const Node& node : model.tree.nodes) {
        if (node.is_leaf()) continue;
        shares[static_cast<std::size_t>(node.feature)] += node.gain * node.weight;
        total += node.gain * node.weight;
    }
    if (total > 0.0)
        for (double& share : shares) share /= total;
    return shares;
}

TrainingError training_error(const Model& model) {
    const Tree& tree = model.tree;
    const auto loss = [&](std::size_t node) {  // misclassified weight, or the sum of squared errors
        if (tree.classes == 0) return total_loss_at(tree, node);
        return tree.nodes[node].weight - tree.class_weights_of(node)[static_cast<std::size_t>(tree.nodes[node].label)];
    };
    double leaves = 0.0;
    for (std::size_t node = 0; node < tree.nodes.size(); ++node)
        if (tree.nodes[node].is_leaf()) leaves += loss(node);
    const double weight = tree.nodes.front().weight;
    const TrainingError error{leaves / weight, loss(0) / weight};
    return tree.classes == 0 ? TrainingError{std::sqrt(error.tree), std::sqrt(error.baseline)} : error;
}

}  // namespace treewright
