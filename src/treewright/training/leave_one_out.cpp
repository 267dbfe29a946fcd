#include "treewright/training/leave_one_out.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "treewright/engine/left_out_growth.h"
#include "treewright/evaluation/constant_class.h"
#include "treewright/growing/moments.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

constexpr std::size_t fits_per_thread = 16;  // at a time: their trees wait in memory

/// The prediction of a tree for one row.
struct Answer {
    Outcome outcome;
    std::vector<double> probabilities;
    double support = 0.0;
};

Answer at_node(const Model& model, const Predictor& predictor, NodeId node, const ColumnRow& row) {
    Answer answer{predictor.outcome_at(node, row.features, row.row), std::vector<double>(model.tree.classes),
                  model.tree.nodes[node].weight};
    if (model.tree.classes > 0) predictor.probabilities(node, answer.probabilities);
    return answer;
}

Answer answer_for(const Model& model, const Predictor& predictor, const TrainingSet& set, RowId row) {
    if (model.tree.fractional()) {
        std::vector<LeafShare> leaves = leaf_shares(model.tree, set.features, row);
        if (leaves.size() > 1) {
            double support = 0.0;
            for (const auto& [leaf, share] : leaves) support += share * model.tree.nodes[leaf].weight;
            Mixture mixture = predictor.mixture(std::move(leaves), set.features, row);
            return {mixture.outcome, std::move(mixture.probabilities), support};
        }
    }
    const std::vector<NodeId> path = path_to_leaf(model.tree, set.features, row);
    Answer answer = at_node(model, predictor, path.back(), {set.features, row});
    // An empty branch has the statistics of its parent.
    if (answer.support == 0.0 && path.size() > 1) answer.support = model.tree.nodes[path[path.size() - 2]].weight;
    return answer;
}

void append(Predictions& to, const Answer& answer) {
    if (to.classes == 0) return to.values.push_back(answer.outcome.value);
    to.add_class(answer.outcome.label, answer.probabilities, answer.support);
}

bool same_path(const Tree& a, const Tree& b, const TrainingSet& set, RowId row) {
    const std::vector<std::uint32_t> in_a = path_to_leaf(a, set.features, row);
    const std::vector<std::uint32_t> in_b = path_to_leaf(b, set.features, row);
    if (in_a.size() != in_b.size()) return false;
    for (std::size_t i = 0; i < in_a.size(); ++i)
        if (!same_split(a, in_a[i], b, in_b[i])) return false;
    return true;
}

double moved_by(const Answer& with, const Answer& without, const TrainingSet& set, RowId row) {
    if (set.task() == Task::regression) return with.outcome.value - without.outcome.value;
    const auto truth = set.class_of(row);
    return with.probabilities[truth] - without.probabilities[truth];
}

/// The result for one row.
struct LeftOut {
    Answer without;
    RowInfluence influence;
};

LeftOut left_out(const Model& whole, const Predictor& predictor, const Model& without, const TrainingSet& set, RowId row) {
    const Predictor other = Predictor::borrowing(without);
    LeftOut out{answer_for(without, other, set, row), {}};
    out.influence.root_changes = !same_split(whole.tree, 0, without.tree, 0);
    out.influence.path_changes = !same_path(whole.tree, without.tree, set, row);
    const Answer with = answer_for(whole, predictor, set, row);
    out.influence.class_changes = with.outcome.label != out.without.outcome.label;
    out.influence.moved = moved_by(with, out.without, set, row);
    return out;
}

/// The baseline without the row: the majority or mean of the other rows.
class OthersAlone {
public:
    OthersAlone(const Learner& learner, const Tree& whole)
        : learner_(learner), labels_(learner.set()), sums_(labels_.sums_of(row_numbers(learner.set().rows))) {
        if (whole.classes > 0) return;
        targets_.emplace(learner.set());
        means_.emplace(*targets_);
        means_->set_rows(row_numbers(learner.set().rows));
    }

    Answer without(RowId row) {
        if (means_) return {{0, no_class, means_->mean_without(row)}, {}, 0.0};
        const std::uint32_t one[] = {row};
        const Sums others = sums_ - labels_.sums_of(one);
        class_weights_.clear();
        for (const std::int64_t weight : others.slots) class_weights_.push_back(labels_.real_weight(weight));
        const ClassId label = constant_class(class_weights_, learner_.terms().costs);
        return {{0, label, 0.0}, shares_of(class_weights_), labels_.real_weight(others.weight)};
    }

    static std::vector<double> shares_of(std::span<const double> weights) {
        const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
        std::vector<double> shares;
        for (const double weight : weights) shares.push_back(weight / total);
        return shares;
    }

private:
    const Learner& learner_;
    Labels labels_;
    Sums sums_;
    std::vector<double> class_weights_;
    std::optional<TargetSums> targets_;
    std::optional<MomentsWithout> means_;
};

LeaveOneOut from_shared(const Learner& learner, const Tree& whole, const LeftOutPredictions& found) {
    const TrainingSet& set = learner.set();
    const Model model = learner.around(whole);
    const Predictor predictor = Predictor::borrowing(model);
    OthersAlone others(learner, whole);
    LeaveOneOut all;
    all.predictions.classes = all.baselines.classes = whole.classes;
    for (RowId row = 0; row < set.rows; ++row) {
        Answer without{{0, no_class, 0.0}, {}, found.weights[row]};
        if (whole.classes == 0) {
            without.outcome.value = found.values[row];
        } else {
            without.outcome.label = found.labels[row];
            without.probabilities =
                OthersAlone::shares_of(std::span(found.class_weights).subspan(row * whole.classes, whole.classes));
        }
        append(all.predictions, without);
        append(all.baselines, others.without(row));
        const Answer with = answer_for(model, predictor, set, row);
        all.rows.push_back({found.same_root[row] == 0, found.same_path[row] == 0, with.outcome.label != without.outcome.label,
                            moved_by(with, without, set, row)});
    }
    return all;
}

}  // namespace

bool shares_leave_one_out(const Learner& learner) {
    const Progress progress;
    return learner.prunes_by_nodes() && learner.set().rows > 1 &&
           shares_left_out(learner.set(), learner.grow_options(), progress);
}

LeaveOneOut leave_one_out(const Learner& learner, const Tree& whole, const Run& run) {
    if (!shares_leave_one_out(learner)) return leave_one_out_plainly(learner, whole, run);
    LeftOutTask task{learner.set(), learner.grow_options(), learner.terms(), whole};
    if (learner.prunes())
        task.prune = [&](const Tree& tree) { return learner.prune(tree, learner.set().all_rows(), QuietRun()).tree; };
    return from_shared(learner, whole, predict_left_out(task, run));
}

LeaveOneOut leave_one_out_plainly(const Learner& learner, const Tree& whole, const Run& run) {
    const TrainingSet& set = learner.set();
    const Model model = learner.around(whole);
    const Predictor predictor = Predictor::borrowing(model);
    OthersAlone others(learner, whole);
    LeaveOneOut all;
    all.predictions.classes = all.baselines.classes = whole.classes;
    const std::size_t step = fits_per_thread * run.threads.count();
    for (std::size_t first = 0; first < set.rows; first += step) {
        run.progress.report("leaving one row out", static_cast<double>(first) / static_cast<double>(set.rows));
        std::vector<RowList> rows;
        for (std::size_t row = first; row < std::min(set.rows, first + step); ++row)
            rows.push_back({static_cast<std::uint32_t>(row)});
        Progress part(Progress::PartOf{run.progress});
        std::vector<Tree> trees = fit_without(learner, rows, set.all_rows(), {run.threads, part, run.messages});
        std::vector<LeftOut> left(rows.size());
        run.threads.for_each(rows.size(), [&](std::size_t i) {
            left[i] = left_out(model, predictor, learner.around(std::move(trees[i])), set, rows[i].front());
        });
        for (std::size_t i = 0; i < left.size(); ++i) {
            append(all.predictions, left[i].without);
            append(all.baselines, others.without(rows[i].front()));
            all.rows.push_back(left[i].influence);
        }
    }
    return all;
}

}  // namespace treewright
