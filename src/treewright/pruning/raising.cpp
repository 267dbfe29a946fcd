#include "treewright/pruning/raising.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/split_search.h"
#include "treewright/pruning/pessimistic.h"
#include "treewright/pruning/row_set_internal.h"
#include "treewright/statistics/error_limit.h"
#include "treewright/tree/cut_back.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

/// The rows that come to a node.
struct Load {
    std::vector<PlacedRow> training;
    std::vector<PlacedRow> validation;
};

/// Their statistics.
struct LoadFigures {
    RowFigures training;
    RowFigures validation;
};

/// The estimated loss of a leaf for these rows; `node` as grown.
using LeafCost = std::function<double(const LoadFigures& figures, const Node& node)>;

/// Sends rows down the nodes of a tree.
class Sender {
public:
    Sender(const Tree& tree, const RaisingTask& task)
        : tree_(tree),
          task_(task),
          training_(task.rows.training, splits_rows(task.rows.training, task.options) ? RowParts::shares : RowParts::whole,
                    task.progress),
          validation_(task.rows.validation != nullptr ? *task.rows.validation : task.rows.training,
                      tree.fractional() ? RowParts::shares : RowParts::whole, task.progress) {}

    [[nodiscard]] const RowSet& training() const { return training_; }
    [[nodiscard]] const RowSet& validation() const { return validation_; }

    [[nodiscard]] Load at_root() const {
        const RaisingRows& rows = task_.rows;
        Load load;
        load.training = training_.placed(rows.rows.list());
        if (rows.validation != nullptr) load.validation = validation_.placed(rows.validation_rows);
        return load;
    }

    [[nodiscard]] LoadFigures figures_of(const Load& load) const {
        LoadFigures figures{training_.no_rows(), validation_.no_rows()};
        for (const PlacedRow& row : load.training) training_.add(row, figures.training);
        for (const PlacedRow& row : load.validation) validation_.add(row, figures.validation);
        return figures;
    }

    /// What each child gets. `known`, one per child, takes the training rows that have the asked value.
    [[nodiscard]] std::vector<Load> spread(NodeId node, const Load& load, std::vector<Sums>& known) const {
        const std::size_t children = tree_.nodes[node].child_count;
        known.assign(children, Sums(training_.labels().slots()));
        std::vector<Load> parts(children);
        std::vector<PlacedRow> lacking, lacking_validation;
        StopCheck check(task_.progress);
        for (const PlacedRow& row : load.training) {
            check.step();
            const bool lacks = lacks_answer(tree_, node, training_.cells(row));
            const std::uint32_t child = child_for_row(tree_, node, training_.cells(row));
            if (!lacks) training_.add(row, known[child]);
            (lacks && tree_.fractional() ? lacking : parts[child].training).push_back(row);
        }
        for (const PlacedRow& row : load.validation) {
            check.step();
            const bool in_parts = tree_.fractional() && lacks_answer(tree_, node, validation_.cells(row));
            (in_parts ? lacking_validation : parts[child_for_row(tree_, node, validation_.cells(row))].validation)
                .push_back(row);
        }
        if (lacking.empty() && lacking_validation.empty()) return parts;
        const ShareSplit split = shares_at(node, known);
        for (const PlacedRow& row : lacking)
            split.split(row.share,
                        [&](std::size_t child, std::uint32_t share) { parts[child].training.push_back({row.row, share}); });
        for (const PlacedRow& row : lacking_validation)
            split.split(row.share,
                        [&](std::size_t child, std::uint32_t share) { parts[child].validation.push_back({row.row, share}); });
        return parts;
    }

private:
    /// By the rows that have the value; if there are none, all to the heaviest child.
    [[nodiscard]] ShareSplit shares_at(NodeId node, const std::vector<Sums>& known) const {
        std::vector<std::int64_t> weights;
        for (const Sums& child : known) weights.push_back(child.weight);
        if (std::all_of(weights.begin(), weights.end(), [](std::int64_t weight) { return weight == 0; }))
            weights[heaviest_child(tree_, node)] = 1;
        return ShareSplit(std::move(weights));
    }

    const Tree& tree_;
    const RaisingTask& task_;
    RowSet training_;
    RowSet validation_;
};

/// One pass from the bottom to the root.
class Raiser {
public:
    Raiser(const Tree& tree, const RaisingTask& task, const Sender& sender, LeafCost cost, double margin)
        : tree_(tree),
          task_(task),
          sender_(sender),
          cost_(std::move(cost)),
          margin_(margin),
          search_(task.rows.training, sender.training().labels(), task.options, task.terms),
          cut_(tree.nodes.size(), 0),
          stands_(row_numbers(tree.nodes.size())) {}

    [[nodiscard]] Tree run() {
        stack_.push_back({0, 0, sender_.at_root()});
        while (!stack_.empty()) step();
        return finished();
    }

private:
    /// A node on the way from the root to the one that is looked at.
    struct Frame {
        std::uint32_t place = 0;  ///< the node whose place it takes
        NodeId node = 0;
        Load load;
        bool has_moved = false;  ///< rows have come to it that it did not grow from
        bool is_open = false;
        double as_leaf = 0.0;
        double below = 0.0;  ///< summed over the children that are done
        std::size_t next_child = 0;
        std::size_t heaviest = 0;  ///< position
        std::vector<Load> parts = {};
    };
    /// The figures of a node whose rows have changed.
    struct MovedFigures {
        double weight = 0.0;
        double mean = 0.0;
        double impurity = 0.0;
        ClassTable<double> class_weights;  ///< one row
        double gain = 0.0;
        double missing_weight = 0.0;
    };

    [[nodiscard]] bool is_leaf(NodeId node) const { return cut_[node] != 0 || tree_.nodes[node].is_leaf(); }

    void step() {
        Frame& frame = stack_.back();
        if (!frame.is_open) open(frame);
        if (is_leaf(frame.node)) return close(frame.as_leaf);
        if (frame.next_child == frame.parts.size()) return decide(frame);
        const std::uint32_t place = tree_.children_of(frame.node)[frame.next_child];
        Frame child{place, stands_[place], std::move(frame.parts[frame.next_child++])};
        child.has_moved = frame.has_moved;
        stack_.push_back(std::move(child));
    }

    void open(Frame& frame) {
        task_.progress.stop_if_cancelled();
        frame.is_open = true;
        const LoadFigures figures = sender_.figures_of(frame.load);
        frame.as_leaf = cost_of(figures, frame.node);
        std::vector<Sums> known;
        if (!is_leaf(frame.node)) {
            frame.parts = sender_.spread(frame.node, frame.load, known);
            frame.heaviest = heaviest_of(frame.parts);
        }
        if (frame.has_moved) note(frame.node, figures.training, known);
    }

    [[nodiscard]] double cost_of(const LoadFigures& figures, NodeId node) const {
        return figures.training.sums.weight == 0 && figures.validation.sums.weight == 0 ? 0.0
                                                                                        : cost_(figures, tree_.nodes[node]);
    }

    [[nodiscard]] std::size_t heaviest_of(const std::vector<Load>& parts) const {
        std::vector<std::int64_t> weights;
        for (const Load& part : parts) {
            Sums sums(sender_.training().labels().slots());
            for (const PlacedRow& row : part.training) sender_.training().add(row, sums);
            weights.push_back(sums.weight);
        }
        return index_in(weights, std::max_element(weights.begin(), weights.end()));
    }

    /// Leaf, heaviest branch or subtree.
    void decide(Frame& frame) {
        const std::uint32_t branch = stands_[tree_.children_of(frame.node)[frame.heaviest]];
        const double raised = estimate(branch, frame.load);
        if (frame.as_leaf <= raised + margin_ && frame.as_leaf <= frame.below + margin_) {
            cut_[frame.node] = 1;
            return close(frame.as_leaf);
        }
        if (raised > frame.below + margin_) return close(frame.below);
        frame = Frame{frame.place, branch, std::move(frame.load), true};  // pruned once more, with all of its new rows
    }

    void close(double cost) {
        stands_[stack_.back().place] = stack_.back().node;
        stack_.pop_back();
        if (!stack_.empty()) stack_.back().below += cost;
    }

    /// The loss of the branch on these rows, unpruned further.
    [[nodiscard]] double estimate(std::uint32_t branch, const Load& load) const {
        double cost = 0.0;
        std::vector<std::pair<std::uint32_t, Load>> waiting;
        waiting.emplace_back(branch, load);
        std::vector<Sums> known;
        while (!waiting.empty()) {
            const auto [node, rows] = std::move(waiting.back());
            waiting.pop_back();
            if (rows.training.empty() && rows.validation.empty()) continue;
            if (is_leaf(node)) {
                cost += cost_of(sender_.figures_of(rows), node);
                continue;
            }
            std::vector<Load> parts = sender_.spread(node, rows, known);
            for (std::size_t i = 0; i < parts.size(); ++i)
                waiting.emplace_back(stands_[tree_.children_of(node)[i]], std::move(parts[i]));
        }
        return cost;
    }

    void note(NodeId node, const RowFigures& rows, const std::vector<Sums>& known) {
        const Labels& labels = sender_.training().labels();
        const Criterion& criterion = search_.criterion();
        MovedFigures figures;
        figures.weight = labels.real_weight(rows.sums.weight);
        if (tree_.classes == 0) {
            figures.mean = rows.moments.mean();
            figures.impurity = rows.moments.variance();
        } else {
            figures.impurity = rows.sums.weight == 0 ? 0.0 : labels.real_gain(criterion.impurity(rows.sums));
            figures.class_weights.add_row(tree_.classes, [&](std::size_t j) { return labels.real_weight(rows.sums.slots[j]); });
        }
        if (!known.empty()) {
            Sums all(labels.slots());
            for (const Sums& child : known) all += child;
            const double mass = criterion.mass(rows.sums);
            if (all.weight > 0 && mass > 0.0)
                figures.gain = labels.real_gain(criterion.gain(all, known) * (criterion.mass(all) / mass));
            figures.missing_weight = labels.real_weight(rows.sums.weight - all.weight);
        }
        moved_[node] = std::move(figures);
    }

    [[nodiscard]] Tree finished() {
        const Reshaping reshaping{cut_, stands_};
        Tree tree = reshaped(tree_, reshaping);
        const std::vector<std::uint32_t> old = remaining_nodes(tree_, reshaping);
        for (NodeId node = 0; node < old.size(); ++node)
            if (const auto moved = moved_.find(old[node]); moved != moved_.end()) renew(tree, node, moved->second);
        if (tree.classes > 0) {
            assign_labels(tree, task_.terms);
        } else {
            const std::vector<NodeId> parents = parents_of(tree);
            for (NodeId node = 1; node < tree.nodes.size(); ++node)
                if (tree.nodes[node].weight == 0.0) tree.nodes[node].mean = tree.nodes[parents[node]].mean;
        }
        return tree;
    }

    static void renew(Tree& tree, std::size_t number, const MovedFigures& figures) {
        Node& node = tree.nodes[number];
        node.weight = figures.weight;
        node.test.reset();  // belongs to other rows
        node.mean = figures.mean;
        node.impurity = figures.impurity;
        const auto weights = figures.class_weights.row(0, tree.classes);
        tree.class_weights.set_row(number, tree.classes, [&](std::size_t j) { return weights[j]; });
        if (node.is_leaf()) return;
        node.gain = figures.gain;
        node.missing_weight = figures.missing_weight;
    }

    const Tree& tree_;
    const RaisingTask& task_;
    const Sender& sender_;
    LeafCost cost_;
    double margin_;
    SplitSearch search_;
    std::vector<std::uint8_t> cut_;
    std::vector<NodeId> stands_;
    std::vector<Frame> stack_;
    std::unordered_map<std::uint32_t, MovedFigures> moved_;
};

std::vector<double> real_weights(const Labels& labels, const Sums& sums) {
    std::vector<double> weights;
    for (const std::int64_t weight : sums.slots) weights.push_back(labels.real_weight(weight));
    return weights;
}

/// The class that loses least on these rows; of equals the node's own label, else the first.
std::size_t best_class(std::span<const double> weights, const ClassTerms& terms, ClassId label) {
    std::vector<std::size_t> present;
    for (std::size_t j = 0; j < weights.size(); ++j)
        if (weights[j] > 0.0) present.push_back(j);
    const auto loss_of = [&](std::size_t predicted) {
        double loss = 0.0;
        for (const std::size_t truth : present) loss += terms.loss(truth, predicted) * weights[truth];
        return loss;
    };
    std::size_t best = label;
    double least = std::numeric_limits<double>::infinity();
    bool has_absent = false;
    for (std::size_t predicted = 0; predicted < weights.size(); ++predicted) {
        // Without costs all classes that do not occur lose the same: the first of them stands for the others.
        if (weights[predicted] == 0.0 && std::exchange(has_absent, true) && terms.costs.empty()) continue;
        const double loss = loss_of(predicted);
        if (loss >= least) continue;
        least = loss;
        best = predicted;
    }
    return loss_of(label) <= least * (1.0 + 1e-12) ? label : best;
}

double squared_loss(const RowFigures& rows, double prediction) {
    const double away = rows.moments.mean() - prediction;
    return rows.moments.total_weight() * (rows.moments.variance() + away * away);
}

Tree reduced_once(const Tree& tree, const RaisingTask& task) {
    const Sender sender(tree, task);
    const auto cost = [&](const LoadFigures& figures, const Node& node) {
        // An empty branch predicts like its parent, and is marked so.
        const bool is_empty = figures.training.sums.weight == 0;
        if (tree.classes == 0) return squared_loss(figures.validation, is_empty ? node.mean : figures.training.moments.mean());
        const std::vector<double> grown = real_weights(sender.training().labels(), figures.training.sums);
        const std::size_t predicted = best_class(grown, task.terms, node.label);
        const std::vector<double> weights = real_weights(sender.validation().labels(), figures.validation.sums);
        double loss = 0.0;
        for (std::size_t truth = 0; truth < weights.size(); ++truth) loss += task.terms.loss(truth, predicted) * weights[truth];
        return loss;
    };
    return Raiser(tree, task, sender, cost, 0.0).run();
}

}  // namespace

Tree prune_pessimistically_with_raising(const Tree& tree, const RaisingTask& task, double confidence) {
    const Tree collapsed = cut_back(tree, collapsing_cuts(tree, task.terms));
    const double scale = error_scale(tree, task.terms);
    const Sender sender(collapsed, task);
    const Labels& labels = sender.training().labels();
    const auto cost = [&](const LoadFigures& figures, const Node& node) {
        const std::vector<double> weights = real_weights(labels, figures.training.sums);
        const std::size_t predicted = best_class(weights, task.terms, node.label);
        return pessimistic_errors(
            std::min(errors_of(weights, predicted, task.terms) * scale, labels.real_weight(figures.training.sums.weight)),
            labels.real_weight(figures.training.sums.weight), confidence);
    };
    return Raiser(collapsed, task, sender, cost, pessimistic_margin).run();
}

Tree prune_by_reduced_error_with_raising(const Tree& tree, const RaisingTask& task) {
    Tree pruned = reduced_once(tree, task);
    // A raised branch may make further cuts above it possible.
    for (std::size_t before = tree.nodes.size(); pruned.nodes.size() < before;) {
        before = pruned.nodes.size();
        pruned = reduced_once(pruned, task);
    }
    return pruned;
}

}  // namespace treewright
