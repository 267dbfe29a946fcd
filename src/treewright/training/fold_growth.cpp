#include "treewright/training/fold_growth.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "treewright/base/step_count.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/tree/cut_back.h"
#include "treewright/tree/leaf.h"

namespace treewright {

TableGrower::TableGrower(const GrowthTask& task)
    : set_(task.set),
      options_(task.options),
      terms_(task.terms),
      covered_(engine_covers(task.set, task.options, {task.run.threads, task.run.progress})) {}

void TableGrower::make_index(const GrowRun& run) const {
    if (!covered_) return;
    std::call_once(once_, [&] { prepared_ = std::make_unique<PreparedGrowth>(set_, options_, terms_, run); });
}

Tree TableGrower::grow(const GrowRun& run) const {
    if (!covered_ || run.work != nullptr) return treewright::grow(set_, options_, terms_, run);
    make_index(run);
    return prepared_->grow(run);
}

Tree TableGrower::grow_last(const GrowRun& run) const {
    return prepared_ == nullptr ? fast_grow(set_, options_, terms_, run) : grow(run);
}

std::vector<Tree> TableGrower::grow_without(const std::vector<RowList>& held_out, const GrowRun& run) const {
    if (covered_) {
        make_index({run.threads, run.progress});
        return prepared_->grow_without(held_out, run);
    }
    const RowList all = rows_of(set_, run);
    std::vector<Tree> trees(held_out.size());
    StepCount steps(run.progress, "cross-validating", held_out.size());
    run.threads.for_each(held_out.size(), [&](std::size_t i) {
        Progress part(Progress::PartOf{run.progress});
        const Threads alone(1);
        const RowList rows = rows_without(held_out[i], all);
        trees[i] = grow({alone, part, nullptr, rows});
        steps.one_done();
    });
    return trees;
}

namespace {

/// At most as many as there are rows: a fold of a table that is judged by folds itself may be small.
FoldPlan plan_of(const GrowthTask& task, const PruneOptions& options) {
    const std::size_t rows = task.run.rows.empty() ? task.set.rows : task.run.rows.size();
    return {std::min(options.folds, rows), options.seed};
}

}  // namespace

std::vector<FoldVoice> hear_folds(const GrowthTask& task, const TableGrower& grower, const PruneOptions& options,
                                  const Hearer& hearer) {
    auto folds = make_folds(task.set, plan_of(task, options), task.run);
    std::vector<Tree> trees = grower.grow_without(folds, task.run);
    std::vector<FoldVoice> voices(folds.size());
    task.run.threads.for_each(folds.size(), [&](std::size_t fold) {
        Progress part(Progress::PartOf{task.run.progress});
        FoldVoice& voice = voices[fold];
        voice.tree = std::move(trees[fold]);
        voice.links.emplace(voice.tree, sequence_losses(voice.tree, task.terms, options.complexity));
        voice.rows = std::move(folds[fold]);
        voice.held_out = held_out_sums(voice.tree, {task.set, voice.rows}, task.terms, part);
        if (hearer) hearer(fold, voice, part);
    });
    return voices;
}

std::vector<double> sequence_losses(const Tree& tree, const ClassTerms& terms, Complexity complexity) {
    if (complexity == Complexity::error) return losses_as_leaves(tree, terms);
    std::vector<double> losses;
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) losses.push_back(total_loss_at(tree, node));
    return losses;
}

double mean_factor(const std::vector<FoldVoice>& voices, const ClassTerms& terms) {
    if (terms.label_factors.empty()) return 1.0;
    double mass = 0.0;
    double weight = 0.0;
    for (const FoldVoice& voice : voices) {
        const auto weights = voice.tree.class_weights_of(0);
        mass += std::inner_product(weights.begin(), weights.end(), terms.label_factors.begin(), 0.0);
        weight += voice.tree.nodes[0].weight;
    }
    return mass / weight;
}

FoldReport judge_by_folds(const GrowthTask& task, const TableGrower& grower, const WeakestLinks& links,
                          const PruneOptions& options) {
    const std::vector<FoldVoice> voices = hear_folds(task, grower, options);
    FoldCurve curve(links.members());
    for (const FoldVoice& voice : voices) curve.add(voice.tree, *voice.links, voice.held_out);  // in order: sums of doubles
    FoldReport report{links.members(),
                      curve.points(),
                      0,
                      voices.size(),
                      curve.weight(),
                      1.0,
                      !task.terms.costs.empty(),
                      !task.terms.label_factors.empty()};
    report.unit = mean_factor(voices, task.terms);
    report.chosen = options.price ? choose_by_price(report.points, report.members, {*options.price, curve.weight()})
                                  : choose_by_standard_error(report.points, options.standard_errors);
    if (!voices.empty() && voices.front().tree.fractional()) judge_by_predictions(task, voices, report.chosen, report);
    return report;
}

void judge_by_predictions(const GrowthTask& task, const std::vector<FoldVoice>& voices, std::size_t member,
                          FoldReport& report) {
    CurvePoint& point = report.points[member];
    LossSums sums;
    for (const FoldVoice& voice : voices)
        sums.add(prediction_losses(cut_back(voice.tree, voice.links->cuts_at(point.alpha)), {task.set, voice.rows}, task.terms,
                                   task.run.progress));
    point.loss = sums.mean();
    point.standard_error = sums.standard_error();
}

}  // namespace treewright
