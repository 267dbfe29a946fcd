#include "treewright/training/fold_models.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "treewright/pruning/node_losses.h"
#include "treewright/training/folds.h"
#include "treewright/tree/cut_back.h"
#include "treewright/tree/leaf.h"

namespace treewright {

std::vector<FoldModel> make_fold_models(const TreeGrower& grower, const PruneOptions& options, const RowSelection& rows,
                                        const Run& run, const FoldVisitor& visit) {
    // At most as many folds as there are rows: part of a table may be small.
    auto folds = make_folds(grower.set(), {std::min(options.folds, rows.size()), options.seed}, rows, run);
    std::vector<Tree> trees = grower.grow_without(folds, rows, run);
    std::vector<FoldModel> models(folds.size());
    run.threads.for_each(folds.size(), [&](std::size_t fold) {
        const QuietRun part(run);
        const Run& own = part;
        FoldModel& model = models[fold];
        model.tree = std::move(trees[fold]);
        model.links.emplace(model.tree, sequence_losses(model.tree, grower.terms(), options.complexity));
        model.held_out = std::move(folds[fold]);
        model.losses = held_out_sums(model.tree, {grower.set(), model.held_out}, grower.terms(), own.progress);
        if (visit) visit(fold, model, own);
    });
    return models;
}

std::vector<double> sequence_losses(const Tree& tree, const ClassTerms& terms, Complexity complexity) {
    if (complexity == Complexity::error) return losses_as_leaves(tree, terms);
    std::vector<double> losses;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) losses.push_back(total_loss_at(tree, node));
    return losses;
}

double mean_factor(const std::vector<FoldModel>& models, const ClassTerms& terms) {
    if (terms.label_factors.empty()) return 1.0;
    double mass = 0.0;
    double weight = 0.0;
    for (const FoldModel& model : models) {
        const auto weights = model.tree.class_weights_of(0);
        mass += std::inner_product(weights.begin(), weights.end(), terms.label_factors.begin(), 0.0);
        weight += model.tree.nodes[0].weight;
    }
    return mass / weight;
}

FoldReport cross_validate_sequence(const TreeGrower& grower, const WeakestLinks& links, const PruneOptions& options,
                                   const RowSelection& rows, const Run& run) {
    const ClassTerms& terms = grower.terms();
    const std::vector<FoldModel> models = make_fold_models(grower, options, rows, run);
    FoldCurve curve(links.members());
    for (const FoldModel& model : models) curve.add(model.tree, *model.links, model.losses);  // in order: sums of doubles
    FoldReport report{links.members(),
                      curve.points(),
                      0,
                      models.size(),
                      curve.weight(),
                      rows_per_weight(grower.set()),
                      mean_factor(models, terms),
                      !terms.costs.empty(),
                      !terms.label_factors.empty()};
    report.chosen = options.price ? choose_by_price(report.points, report.members, {*options.price, curve.weight()})
                                  : choose_by_standard_error(report.points, options.standard_errors);
    CurvePoint& chosen = report.points[report.chosen];
    if (!models.empty() && models.front().tree.fractional()) chosen = point_by_predictions(grower, models, chosen, run);
    return report;
}

CurvePoint point_by_predictions(const TreeGrower& grower, const std::vector<FoldModel>& models, CurvePoint point,
                                const Run& run) {
    LossSums sums;
    for (const FoldModel& model : models)
        sums.add(prediction_losses(cut_back(model.tree, model.links->cuts_at(point.alpha)), {grower.set(), model.held_out},
                                   grower.terms(), run.progress));
    point.loss = sums.mean();
    point.standard_error = sums.standard_error();
    return point;
}

}  // namespace treewright
