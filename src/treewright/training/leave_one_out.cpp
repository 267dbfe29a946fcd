#include "treewright/training/leave_one_out.h"

#include <algorithm>
#include <utility>

namespace treewright {

namespace {

constexpr std::size_t fits_a_thread = 16;  // at a time: their trees wait in memory

/// What a tree says about one row.
struct Answer {
    Outcome outcome;
    std::vector<double> probabilities;
    double evidence = 0.0;
};

Answer at_node(const Model& model, const Predictor& predictor, std::uint32_t node) {
    Answer answer{predictor.outcome_at(node), std::vector<double>(model.tree.classes), model.tree.nodes[node].weight};
    if (model.tree.classes > 0) predictor.probabilities(node, answer.probabilities);
    return answer;
}

Answer answer_for(const Model& model, const Predictor& predictor, const TrainingSet& set, std::uint32_t row) {
    if (model.tree.fractional) {
        std::vector<LeafShare> leaves = leaf_shares(model.tree, set.features, row);
        if (leaves.size() > 1) {
            double evidence = 0.0;
            for (const auto& [leaf, share] : leaves) evidence += share * model.tree.nodes[leaf].weight;
            Mixture mixture = predictor.mixture(std::move(leaves));
            return {mixture.outcome, std::move(mixture.probabilities), evidence};
        }
    }
    const std::vector<std::uint32_t> path = path_to_leaf(model.tree, set.features, row);
    Answer answer = at_node(model, predictor, path.back());
    // An empty branch stands on its parent's rows.
    if (answer.evidence == 0.0 && path.size() > 1) answer.evidence = model.tree.nodes[path[path.size() - 2]].weight;
    return answer;
}

void append(Predictions& to, const Answer& answer) {
    if (to.classes == 0) return to.values.push_back(answer.outcome.value);
    to.labels.push_back(answer.outcome.label);
    to.probabilities.insert(to.probabilities.end(), answer.probabilities.begin(), answer.probabilities.end());
    to.evidence.push_back(answer.evidence);
}

bool ask_the_same(const Tree& a, std::uint32_t in_a, const Tree& b, std::uint32_t in_b) {
    const Node& x = a.nodes[in_a];
    const Node& y = b.nodes[in_b];
    return x.kind == y.kind && x.feature == y.feature && x.threshold == y.threshold && x.missing_child == y.missing_child &&
           std::ranges::equal(a.left_levels_of(in_a), b.left_levels_of(in_b)) &&
           std::ranges::equal(a.right_levels_of(in_a), b.right_levels_of(in_b));
}

bool same_path(const Tree& a, const Tree& b, const TrainingSet& set, std::uint32_t row) {
    const std::vector<std::uint32_t> in_a = path_to_leaf(a, set.features, row);
    const std::vector<std::uint32_t> in_b = path_to_leaf(b, set.features, row);
    if (in_a.size() != in_b.size()) return false;
    for (std::size_t i = 0; i < in_a.size(); ++i)
        if (!ask_the_same(a, in_a[i], b, in_b[i])) return false;
    return true;
}

double moved_by(const Answer& with, const Answer& without, const TrainingSet& set, std::uint32_t row) {
    if (set.task() == Task::regression) return with.outcome.value - without.outcome.value;
    const auto truth = static_cast<std::size_t>(set.target.codes[row]);
    return with.probabilities[truth] - without.probabilities[truth];
}

/// What there is to say about one row.
struct LeftOut {
    Answer without;
    Answer baseline;
    RowInfluence influence;
};

LeftOut left_out(const Model& whole, const Predictor& predictor, const Model& without, const TrainingSet& set,
                 std::uint32_t row) {
    const Predictor other(without);
    LeftOut out{answer_for(without, other, set, row), at_node(without, other, 0), {}};
    out.influence.root_changes = !ask_the_same(whole.tree, 0, without.tree, 0);
    out.influence.path_changes = !same_path(whole.tree, without.tree, set, row);
    out.influence.moved = moved_by(answer_for(whole, predictor, set, row), out.without, set, row);
    return out;
}

}  // namespace

bool shares_leave_one_out(const PreparedTraining&) { return false; }

LeaveOneOut leave_one_out(const PreparedTraining& training, const Tree& whole, const FitRun& run) {
    return leave_one_out_plainly(training, whole, run);
}

LeaveOneOut leave_one_out_plainly(const PreparedTraining& training, const Tree& whole, const FitRun& run) {
    const TrainingSet& set = training.set();
    const Model model = training.around(whole);
    const Predictor predictor(model);
    LeaveOneOut all;
    all.predictions.classes = all.baselines.classes = whole.classes;
    const std::size_t step = fits_a_thread * run.threads.count();
    for (std::size_t first = 0; first < set.rows; first += step) {
        run.progress.report("leaving one row out", static_cast<double>(first) / static_cast<double>(set.rows));
        std::vector<RowList> rows;
        for (std::size_t row = first; row < std::min(set.rows, first + step); ++row)
            rows.push_back({static_cast<std::uint32_t>(row)});
        Progress part(Progress::PartOf{run.progress});
        std::vector<Tree> trees = training.fit_without(rows, {run.threads, part});
        std::vector<LeftOut> left(rows.size());
        run.threads.for_each(rows.size(), [&](std::size_t i) {
            left[i] = left_out(model, predictor, training.around(std::move(trees[i])), set, rows[i].front());
        });
        for (const LeftOut& out : left) {
            append(all.predictions, out.without);
            append(all.baselines, out.baseline);
            all.rows.push_back(out.influence);
        }
    }
    return all;
}

}  // namespace treewright
