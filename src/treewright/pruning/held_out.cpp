#include "treewright/pruning/held_out.h"

#include <algorithm>
#include <cmath>
#include <map>
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

/// The integer weights of the held-out rows by node and class.
using HeldOutCounts = ClassTable<std::int64_t>;

/// The loss and the Brier score of the nodes on the rows counted in them.
class NodeScores {
public:
    NodeScores(const Tree& tree, const Labels& labels, const ClassTerms& terms)
        : tree_(tree), labels_(labels), terms_(terms), parents_(parents_of(tree)), squares_(tree.nodes.size(), 0.0) {}

    void add_node(NodeId node, const HeldOutCounts& counts, HeldOutSums& sums) {
        const auto label = tree_.nodes[node].label;
        const std::size_t source = share_node(node);
        squares_[node] = source == node ? sum_of_squares(node) : squares_[source];
        double brier = 0.0;
        counts.for_kept(node, tree_.classes, [&](std::size_t truth, std::int64_t count) {
            const double weight = labels_.real_weight(count);
            const double loss = terms_.loss(truth, label);
            sums.loss[node] += loss * weight;
            sums.square[node] += loss * loss * weight;
            brier += weight * (squares_[node] - 2.0 * share(source, truth) + 1.0);
            if (node == 0) sums.weight += weight;
        });
        sums.brier.push_back(brier);
    }

private:
    /// An empty node has the shares of its parent, which is not empty.
    [[nodiscard]] std::size_t share_node(NodeId node) const {
        return tree_.nodes[node].weight == 0.0 && node > 0 ? parents_[node] : node;
    }
    [[nodiscard]] double share(std::size_t node, std::size_t j) const {
        const double weight = tree_.nodes[node].weight;
        const double of_class = tree_.class_weights.at(node, j, tree_.classes);
        return weight > 0.0 ? of_class / weight : of_class;
    }
    [[nodiscard]] double sum_of_squares(NodeId node) const {
        const double weight = tree_.nodes[node].weight;
        double squares = 0.0;
        tree_.class_weights.for_kept(node, tree_.classes, [&](std::size_t, double of_class) {
            const double share = weight > 0.0 ? of_class / weight : of_class;
            squares += share * share;
        });
        return squares;
    }

    const Tree& tree_;
    const Labels& labels_;
    const ClassTerms& terms_;
    std::vector<NodeId> parents_;
    std::vector<double> squares_;  ///< by node: of its shares
};

/// Whole rows: each is counted in its leaf, and the leaves are summed up to the root.
void count_whole_rows(const Tree& tree, const HeldOutRows& held_out, const Labels& labels, HeldOutCounts& counts) {
    for (const RowId row : held_out.rows) {
        const std::size_t leaf = find_leaf(tree, held_out.set.features, row);
        counts.cell(leaf, held_out.set.class_of(row), tree.classes) += labels.weight(row);
    }
    for (NodeId node = size32(tree.nodes); node-- > 0;)  // children come after their parent
        for (const NodeId child : tree.children_of(node)) counts.add_to_row(node, child, tree.classes);
}

/// Weights are summed as integers, so the order of the rows does not matter.
HeldOutSums sums_of_classes(const Tree& tree, const HeldOutRows& held_out, const ClassTerms& terms, const Progress& progress) {
    const Labels labels(held_out.set, &progress, tree.fractional() ? RowParts::shares : RowParts::whole);
    const std::size_t classes = tree.classes;
    auto counts = HeldOutCounts::of_zeros(tree.nodes.size(), classes);
    if (tree.fractional())
        for_paths(tree, held_out, labels.whole_row(), progress, [&](const Visit& visit) {
            const auto truth = held_out.set.class_of(visit.row);
            counts.cell(visit.node, truth, classes) += labels.weight_of_share(visit.row, visit.share);
        });
    else
        count_whole_rows(tree, held_out, labels, counts);
    HeldOutSums sums{0.0, std::vector<double>(tree.nodes.size()), std::vector<double>(tree.nodes.size()), {}};
    NodeScores scores(tree, labels, terms);
    for (NodeId node = 0; node < tree.nodes.size(); ++node) scores.add_node(node, counts, sums);
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
    std::map<std::size_t, ExactMoments> weights;  // by class and label, where there are rows
    for (std::size_t i = 0; i < held_out.rows.size(); ++i) {
        const RowId row = held_out.rows[i];
        weights[held_out.set.class_of(row) * classes + predicted[i]].add(held_out.set.weight(row), 0.0);
    }
    LossSums sums;
    for (const auto& [cell, moments] : weights) {
        const double weight = moments.total_weight();
        const double loss = terms.loss(cell / classes, cell % classes);
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
