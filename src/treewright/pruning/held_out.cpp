#include "treewright/pruning/held_out.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/exact_sum.h"
#include "treewright/base/positions.h"
#include "treewright/growing/labels.h"
#include "treewright/prediction/predict.h"
#include "treewright/prediction/row_walk.h"
#include "treewright/tree/leaf.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

/// A row, or a part of one, in a node.
struct Visit {
    RowId row = 0;
    NodeId node = 0;
    std::uint32_t share = 1;  ///< of `whole`
};

/// The child that a row goes to; where it goes to all, each gets its share of the node's weight, the last one what is left.
void add_children(const Tree& tree, const ColumnRow& cells, const Visit& visit, std::vector<Visit>& waiting) {
    const auto children = tree.children_of(visit.node);
    if (!tree.fractional() || !lacks_answer(tree, visit.node, cells)) {
        waiting.push_back({visit.row, children[child_for_row(tree, visit.node, cells)], visit.share});
        return;
    }
    std::uint32_t left = visit.share;
    for (const NodeId child : children) {
        const double part = visit.share * (tree.nodes[child].weight / tree.nodes[visit.node].weight);
        const std::uint32_t share = child == children.back() ? left : std::min(left, static_cast<std::uint32_t>(part));
        left -= share;
        if (share > 0) waiting.push_back({visit.row, child, share});
    }
}

/// Calls visit({row, node, share}) for every node on the way of every row. Where a row goes down several branches, parts of it
/// do, in whole units: their sums do not depend on the order.
template <class Take>
void for_paths(const Tree& tree, const HeldOutRows& held_out, std::uint32_t whole, const Progress& progress, const Take& take) {
    std::vector<Visit> waiting;
    for (std::size_t i = 0; i < held_out.rows.size(); ++i) {
        if (i % steps_between_checks == 0) progress.stop_if_cancelled();
        waiting.push_back({held_out.rows[i], 0, whole});
        while (!waiting.empty()) {
            const Visit visit = waiting.back();
            waiting.pop_back();
            take(visit);
            if (!tree.nodes[visit.node].is_leaf()) add_children(tree, {held_out.set.features, visit.row}, visit, waiting);
        }
    }
}

/// The shares of the classes in each node; an empty one has its parent's.
std::vector<double> class_shares(const Tree& tree) {
    std::vector<double> shares(tree.class_weights);
    const std::vector<NodeId> parents = parents_of(tree);
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        for (std::size_t j = 0; j < tree.classes; ++j) {
            double& share = shares[node * tree.classes + j];
            if (tree.nodes[node].weight > 0.0)
                share /= tree.nodes[node].weight;
            else if (node > 0)
                share = shares[parents[node] * tree.classes + j];
        }
    return shares;
}

/// The loss of a node on these weights by class.
void add_node(const Tree& tree, NodeId node, std::span<const double> weights, const ClassTerms& terms, HeldOutSums& sums) {
    const auto label = tree.nodes[node].label;
    for (std::size_t truth = 0; truth < weights.size(); ++truth) {
        const double loss = terms.loss(truth, label);
        sums.loss[node] += loss * weights[truth];
        sums.square[node] += loss * loss * weights[truth];
    }
}

double brier_of(std::span<const double> shares, std::span<const double> weights) {
    double squares = 0.0;
    for (const double share : shares) squares += share * share;
    double sum = 0.0;
    for (std::size_t truth = 0; truth < weights.size(); ++truth) sum += weights[truth] * (squares - 2.0 * shares[truth] + 1.0);
    return sum;
}

/// Whole rows: each is counted in its leaf, and the leaves are summed up to the root.
void count_whole_rows(const Tree& tree, const HeldOutRows& held_out, const Labels& labels, std::vector<std::int64_t>& counts) {
    for (const RowId row : held_out.rows) {
        const std::size_t leaf = find_leaf(tree, held_out.set.features, row);
        counts[leaf * tree.classes + held_out.set.class_of(row)] += labels.weight(row);
    }
    for (NodeId node = size32(tree.nodes); node-- > 0;)  // children come after their parent
        for (const NodeId child : tree.children_of(node))
            for (std::size_t j = 0; j < tree.classes; ++j) counts[node * tree.classes + j] += counts[child * tree.classes + j];
}

/// Weights are summed as integers, so the order of the rows does not matter.
HeldOutSums sums_of_classes(const Tree& tree, const HeldOutRows& held_out, const ClassTerms& terms, const Progress& progress) {
    const Labels labels(held_out.set, &progress, tree.fractional() ? RowParts::shares : RowParts::whole);
    const std::size_t classes = tree.classes;
    std::vector<std::int64_t> counts(tree.nodes.size() * classes, 0);
    if (tree.fractional())
        for_paths(tree, held_out, labels.whole_row(), progress, [&](const Visit& visit) {
            const auto truth = held_out.set.class_of(visit.row);
            counts[visit.node * classes + truth] += labels.weight_of_share(visit.row, visit.share);
        });
    else
        count_whole_rows(tree, held_out, labels, counts);
    HeldOutSums sums{0.0, std::vector<double>(tree.nodes.size()), std::vector<double>(tree.nodes.size()), {}};
    const std::vector<double> shares = class_shares(tree);
    std::vector<double> weights(classes);
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        for (std::size_t j = 0; j < classes; ++j) weights[j] = labels.real_weight(counts[node * classes + j]);
        if (node == 0)
            for (const double weight : weights) sums.weight += weight;
        add_node(tree, node, weights, terms, sums);
        sums.brier.push_back(brier_of(std::span(shares).subspan(node * classes, classes), weights));
    }
    return sums;
}

/// Mean and mean square of squared errors, from exact sums.
HeldOutSums sums_of_numbers(const Tree& tree, const HeldOutRows& held_out, const Progress& progress) {
    constexpr std::uint32_t whole = 1U << 20U;
    std::vector<ExactMoments> moments(tree.nodes.size());
    for_paths(tree, held_out, whole, progress, [&](const Visit& visit) {
        const LeafAnswer answer = answer_at(tree, visit.node, ColumnRow{held_out.set.features, visit.row});
        const double error = held_out.set.target.values[visit.row] - answer.value;
        moments[visit.node].add(held_out.set.weight(visit.row) * (visit.share / double{whole}), error * error);
    });
    HeldOutSums sums{moments.front().total_weight(), {}, {}, {}};
    for (const ExactMoments& node : moments) {
        const double weight = node.total_weight();
        sums.loss.push_back(weight * node.mean());
        sums.square.push_back(weight * (node.variance() + node.mean() * node.mean()));
    }
    return sums;
}

}  // namespace

HeldOutSums held_out_sums(const Tree& tree, const HeldOutRows& held_out, const ClassTerms& terms, const Progress& progress) {
    return tree.classes == 0 ? sums_of_numbers(tree, held_out, progress) : sums_of_classes(tree, held_out, terms, progress);
}

void LossSums::add(const LossSums& other) {
    weight += other.weight;
    loss += other.loss;
    square += other.square;
}

double LossSums::standard_error() const { return std::sqrt(std::max(0.0, square / weight - mean() * mean()) / weight); }

LossSums losses_of_labels(const HeldOutRows& held_out, std::span<const ClassId> predicted, const ClassTerms& terms) {
    const std::size_t classes = held_out.set.target.schema.levels.size();
    std::vector<ExactMoments> weights(classes * classes);
    for (std::size_t i = 0; i < held_out.rows.size(); ++i) {
        const RowId row = held_out.rows[i];
        const auto truth = held_out.set.class_of(row);
        weights[truth * classes + predicted[i]].add(held_out.set.weight(row), 0.0);
    }
    LossSums sums;
    for (std::size_t truth = 0; truth < classes; ++truth)
        for (std::size_t label = 0; label < classes; ++label) {
            const double weight = weights[truth * classes + label].total_weight();
            const double loss = terms.loss(truth, label);
            sums.add({weight, weight * loss, weight * loss * loss});
        }
    return sums;
}

LossSums prediction_losses(const Tree& tree, const HeldOutRows& held_out, const ClassTerms& terms, const Progress& progress) {
    Model model;
    model.schema = held_out.set.schema();
    model.tree = tree;
    const Predictor predictor(std::move(model));
    std::vector<ClassId> labels;
    ExactMoments moments;
    for (std::size_t i = 0; i < held_out.rows.size(); ++i) {
        if (i % steps_between_checks == 0) progress.stop_if_cancelled();
        const Outcome outcome = predictor.predict(held_out.set.features, held_out.rows[i]);
        labels.push_back(outcome.label);
        if (tree.classes > 0) continue;
        const double error = held_out.set.target.values[held_out.rows[i]] - outcome.value;
        moments.add(held_out.set.weight(held_out.rows[i]), error * error);
    }
    if (tree.classes > 0) return losses_of_labels(held_out, labels, terms);
    const double weight = moments.total_weight();
    return {weight, weight * moments.mean(), weight * (moments.variance() + moments.mean() * moments.mean())};
}

}  // namespace treewright
