#include "treewright/engine/left_out_growth.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>

#include "treewright/engine/leave_one_out/left_out_leaves.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/moments.h"
#include "treewright/growing/split_search.h"
#include "treewright/growing/stopping.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

constexpr std::size_t nodes_per_thread = 16;

/// What the workers share.
struct LeftOutShared {
    const LeftOutSource& source;
    const DescendantGrower& below;
    const TargetSums* targets;  ///< numbers
};

/// Regression with the F test: the sums of squares of the branches, which no score needs and no search keeps. Not for
/// classification.
class SquaresOfBranches {
public:
    /// `child_of_row`: which branch each row of the node goes to, by row of the table.
    SquaresOfBranches(const LeftOutSource& source, const LeftOutNode& node, const LeftOutSplit& split,
                      std::span<const std::uint32_t> child_of_row);

    /// Without one of the rows, or with all of them.
    void fill(std::optional<std::uint32_t> without, std::vector<Sums>& counted) const;

private:
    [[nodiscard]] bool counts(RowId row) const;

    const LeftOutSource& source_;
    FeatureId feature_;
    std::span<const std::uint32_t> child_of_row_;
    bool counts_missing_ = true;  ///< whether the gain includes rows without a value
    std::vector<UInt128> squares_;
};

SquaresOfBranches::SquaresOfBranches(const LeftOutSource& source, const LeftOutNode& node, const LeftOutSplit& chosen,
                                     std::span<const std::uint32_t> child_of_row)
    : source_(source), feature_(chosen.candidate.split.feature), child_of_row_(child_of_row) {
    if (source.context.labels.is_classification()) return;
    const Split& split = chosen.candidate.split;
    const bool follows_heaviest = split.kind == SplitKind::multiway && !split.missing_branch;
    counts_missing_ = !follows_heaviest && counts_missing_rows(source.context.options.missing);
    squares_.assign(split.children, 0);
    for (const RowId row : node.rows)
        if (counts(row)) squares_[child_of_row[row]] += source.context.labels.square(row);
}

void SquaresOfBranches::fill(std::optional<std::uint32_t> without, std::vector<Sums>& counted) const {
    for (std::size_t child = 0; child < squares_.size(); ++child) {
        counted[child].squares = squares_[child];
        if (without && child_of_row_[*without] == child && counts(*without))
            counted[child].squares -= source_.context.labels.square(*without);
    }
}

bool SquaresOfBranches::counts(RowId row) const {
    if (counts_missing_) return true;
    const Column& column = source_.context.set.features[feature_];
    return column.has_values() ? !is_missing(column.values[row]) : column.codes[row] >= 0;
}

bool asks_tests(const GrowOptions& options) { return options.stop_test != StopTest::none || options.notes_tests; }

class LeftOutGrowth {
public:
    LeftOutGrowth(const LeftOutTask& task, const LeftOutShared& shared, LeftOutPredictions& predictions)
        : task_(task),
          source_(shared.source),
          below_(shared.below),
          whole_(task.whole),
          predictions_(predictions),
          leaves_(shared.source, predictions),
          child_of_row_(shared.source.context.set.rows, 0),
          is_tested_(asks_tests(shared.source.context.options)) {
        if (shared.targets != nullptr) moments_.emplace(*shared.targets);
    }

    /// Moves all left-out rows of a node one level down and predicts those that have reached a leaf. Appends the children to be
    /// processed to `next`.
    void step(PendingNode& here, std::vector<PendingNode>& next) {
        const bool needs_branches = prunes() || is_tested_;
        LeftOutSearch search(source_, here.node, here.used, needs_branches ? SplitDetail::branches : SplitDetail::condition);
        find_odd_row(here.node);
        if (moments_ && prunes()) moments_->set_rows(here.node.rows);
        LeftOutPartitions partitions(source_, here);
        std::vector<LeftOutRow> at_leaf;
        for (LeftOutRow& left_out : here.left_out) {
            const auto split = split_without(here, left_out, search);
            if (split == nullptr)
                at_leaf.push_back(left_out);
            else
                partitions.add(left_out, split);
        }
        for (Partition& partition : partitions.all()) {
            partition_rows(here, *partition.split);
            if (is_tested_) stop_some(here, partition, search, at_leaf);
            descend(here, partition, next);
        }
        predict_at_leaf(here, at_leaf);
    }

private:
    using MaybeRow = std::optional<std::uint32_t>;

    [[nodiscard]] bool prunes() const { return static_cast<bool>(task_.prune); }

    /// Compares with the tree of all rows.
    void compare(const PendingNode& here, LeftOutRow& left_out, const LeftOutSplit* split) {
        const bool asks_same = split != nullptr && same_split(split->tree, 0, whole_, here.in_whole);
        const bool both_leaves = split == nullptr && whole_.nodes[here.in_whole].is_leaf();
        left_out.same = left_out.same && (asks_same || both_leaves);
        if (here.depth() == 0) predictions_.same_root[left_out.row] = left_out.same ? 1 : 0;
    }

    /// Regression: the row without which all targets of the node are equal, if there is one.
    void find_odd_row(const LeftOutNode& node) {
        is_pure_ = false;
        odd_row_.reset();
        other_odd_row_.reset();
        const Labels& labels = source_.context.labels;
        if (labels.is_classification() || node.rows.empty()) return;
        const auto differs_from = [&](std::uint32_t a) {
            return [&labels, a](std::uint32_t b) { return !labels.same_label(a, b); };
        };
        const auto& rows = node.rows;
        const auto first = std::find_if(rows.begin(), rows.end(), differs_from(rows.front()));
        is_pure_ = first == rows.end();
        if (is_pure_) return;
        if (std::none_of(first + 1, rows.end(), differs_from(rows.front()))) odd_row_ = *first;
        if (first == rows.begin() + 1 && std::none_of(first + 1, rows.end(), differs_from(*first)))
            other_odd_row_ = rows.front();
    }

    [[nodiscard]] bool is_pure_without(MaybeRow row, const NodeFacts& facts) const {
        if (source_.context.labels.is_classification()) return facts.classes_present <= 1;
        return is_pure_ || (row && (row == odd_row_ || row == other_odd_row_));
    }

    /// Null: the node is a leaf.
    std::shared_ptr<const LeftOutSplit> split_without(const PendingNode& here, const LeftOutRow& left_out,
                                                      LeftOutSearch& search) const {
        const MaybeRow row = row_in(here, left_out);
        const SearchContext& context = source_.context;
        const NodeFacts& facts = search.facts_without(row);
        if (facts.sums.weight == 0 || is_pure_without(row, facts)) return nullptr;
        if (here.depth() >= context.options.max_depth) return nullptr;
        if (context.labels.real_weight(facts.sums.weight) < context.labels.lowered_limit(context.options.min_split))
            return nullptr;
        return search.find_without(row);
    }

    void partition_rows(const PendingNode& here, const LeftOutSplit& chosen) {
        const Split& split = chosen.candidate.split;
        const Column& column = source_.context.set.features[split.feature];
        if (split.kind == SplitKind::threshold) {
            const std::size_t position = source_.table.position(split.feature);
            for (const RowId row : here.node.rows) {
                const std::uint32_t rank = source_.table.rank(position, row);
                child_of_row_[row] = rank == rank_of_missing ? split.missing_child : (rank <= chosen.boundary ? 0U : 1U);
            }
            return;
        }
        for (const RowId row : here.node.rows)
            child_of_row_[row] = column.has_values() ? child_for_value(chosen.tree, 0, column.values[row])
                                                     : child_for_code(chosen.tree, 0, column.codes[row]);
    }

    // --- stopping tests ---

    /// If the test does not allow the split, the node is a leaf of that tree.
    void stop_some(const PendingNode& here, Partition& partition, LeftOutSearch& search, std::vector<LeftOutRow>& at_leaf) {
        const SquaresOfBranches squares(source_, here.node, *partition.split, child_of_row_);
        std::erase_if(partition.members, [&](Partition::Member& member) {
            const MaybeRow row = row_in(here, member.left_out);
            Found found;
            found.winner = member.split->candidate;
            squares.fill(row, found.winner->counted);
            const TestNumbers tests = search.tests_without(row, found.winner->split.feature);
            found.tests_at_node = tests.at_node;
            found.tests_of_feature = tests.of_feature;
            const SplitDecision decision = decide_split(source_.context, search.facts_without(row), found, 0.0);
            member.test = decision.test;
            if (decision.stop == StopReason::none) return false;
            member.left_out.stopped_by = decision.test;
            at_leaf.push_back(member.left_out);
            return true;
        });
    }

    /// The row to leave out of the node, if the node contains it.
    static MaybeRow row_in(const PendingNode& here, const LeftOutRow& left_out) {
        return here.holds(left_out) ? MaybeRow(left_out.row) : std::nullopt;
    }

    void descend(const PendingNode& here, Partition& partition, std::vector<PendingNode>& next) {
        if (prunes()) note_path_steps(here, partition);
        for (Partition::Member& member : partition.members)
            if (!prunes()) compare(here, member.left_out, member.split.get());
        const Split& split = partition.split->candidate.split;
        for (std::uint32_t child = 0; child < split.children; ++child) {
            PendingNode below;
            for (const Partition::Member& member : partition.members) {
                if (member.child != child) continue;
                LeftOutRow left_out = member.left_out;
                const bool held = here.holds(left_out) && child_of_row_[left_out.row] == child;
                if (here.holds(left_out) && !held) left_out.absent_from = here.depth() + 1;
                below.left_out.push_back(left_out);
            }
            if (below.left_out.empty()) continue;
            const bool searched = here.depth() + 1 < source_.context.options.max_depth;
            below.node = child_node(source_.context, here.node, {child_of_row_, child, searched});
            if (below.node.rows.size() <= 1) below.rows_above = here.node.rows;
            below.path = here.path;
            below.path.push_back(below.node.sums);
            below.used = here.used;
            if (source_.context.options.feature_use == FeatureUse::once) below.used.push_back(split.feature);
            const bool any_same = !prunes() && std::any_of(below.left_out.begin(), below.left_out.end(),
                                                           [](const LeftOutRow& left_out) { return left_out.same; });
            if (any_same) below.in_whole = whole_.children_of(here.in_whole)[child];
            next.push_back(std::move(below));
        }
    }

    // --- whole trees, for pruning ---

    [[nodiscard]] std::vector<RowId> rows_of_child(const PendingNode& here, std::uint32_t child, MaybeRow without) const {
        std::vector<RowId> rows;
        for (const RowId row : here.node.rows)
            if (child_of_row_[row] == child && row != without) rows.push_back(row);
        return rows;
    }

    void note_path_steps(const PendingNode& here, Partition& partition) const {
        const Split& split = partition.split->candidate.split;
        DescendantGrower::Place place{here.depth() + 1, here.used};
        if (source_.context.options.feature_use == FeatureUse::once) place.used.push_back(split.feature);
        auto children = std::make_shared<ChildTrees>(split.children);
        for (std::uint32_t child = 0; child < split.children; ++child)
            (*children)[child] = below_.grow(rows_of_child(here, child, {}), place);
        for (Partition::Member& member : partition.members) {
            auto step = std::make_shared<PathStep>(PathStep{member.left_out.last, member.split, member.child, children});
            step->extras = {moments_in(here, member.left_out), member.test};
            const std::uint32_t own = child_of_row_[member.left_out.row];
            if (here.holds(member.left_out) && own != member.child) {
                step->left_child = own;
                step->left_tree = below_.grow(rows_of_child(here, own, member.left_out.row), place);
            }
            member.left_out.last = std::move(step);
        }
    }

    /// Regression: of the node without the row.
    [[nodiscard]] Moments moments_in(const PendingNode& here, const LeftOutRow& left_out) const {
        if (!moments_) return {};
        return here.holds(left_out) ? moments_->moments_without(left_out.row) : moments_->moments();
    }

    [[nodiscard]] Tree pruned_tree(const PendingNode& here, const LeftOutRow& left_out) const {
        PathEnd end{left_out.last, {moments_in(here, left_out), left_out.stopped_by}, {}};
        for (std::size_t depth = 0; depth < here.path.size(); ++depth)
            end.sums.push_back(sums_on_path(source_, here, left_out, depth));
        return task_.prune(tree_without(source_, end));
    }

    // --- leaves ---

    void predict_at_leaf(const PendingNode& here, std::vector<LeftOutRow>& at_leaf) {
        if (at_leaf.empty()) return;
        if (moments_ && !prunes()) moments_->set_rows(here.node.rows);
        for (LeftOutRow& left_out : at_leaf) {
            if (prunes()) {
                leaves_.predict_by(pruned_tree(here, left_out), whole_, left_out.row);
                continue;
            }
            compare(here, left_out, nullptr);
            predictions_.same_path[left_out.row] = left_out.same ? 1 : 0;
            leaves_.predict(here, left_out, moments_ ? &*moments_ : nullptr);
        }
    }

    const LeftOutTask& task_;
    const LeftOutSource& source_;
    const DescendantGrower& below_;
    const Tree& whole_;
    LeftOutPredictions& predictions_;
    LeftOutLeaves leaves_;
    std::vector<std::uint32_t> child_of_row_;
    std::optional<MomentsWithout> moments_;  ///< numbers
    bool is_tested_;                         ///< by tests that may stop growth, or that are recorded
    bool is_pure_ = false;
    MaybeRow odd_row_;
    MaybeRow other_odd_row_;
};

}  // namespace

bool shares_left_out(const TrainingSet& set, const GrowOptions& options, const Progress& progress) {
    if (options.max_leaves != no_limit || splits_rows(set, options) || surrogates_to_make(set, options) > 0) return false;
    if (options.stop_test == StopTest::description_length && set.task() == Task::regression) return false;
    return bounds_near_cuts(*make_criterion(options, set.task(), {})) && engine_reads(set, progress);
}

namespace {

LeftOutPredictions room_for(std::size_t rows, std::size_t classes) {
    LeftOutPredictions predictions;
    predictions.labels.assign(classes > 0 ? rows : 0, 0);
    predictions.class_weights.assign(classes * rows, 0.0);
    predictions.values.assign(classes > 0 ? 0 : rows, 0.0);
    predictions.weights.assign(rows, 0.0);
    predictions.same_root.assign(rows, 0);
    predictions.same_path.assign(rows, 0);
    return predictions;
}

/// Large nodes first, until there is work for every thread; then each thread takes nodes with their whole subtrees.
template <class MakeWorker>
void process_all(std::vector<PendingNode> pending, const MakeWorker& make_worker, const Run& run) {
    const std::size_t wanted = nodes_per_thread * run.threads.count();
    auto worker = make_worker();
    while (!pending.empty() && pending.size() < wanted) {
        const auto largest = std::max_element(pending.begin(), pending.end(), [](const PendingNode& a, const PendingNode& b) {
            return a.node.rows.size() < b.node.rows.size();
        });
        PendingNode here = std::move(*largest);
        pending.erase(largest);
        run.progress.stop_if_cancelled();
        worker.step(here, pending);
    }
    std::mutex mutex;
    std::size_t done = 0;
    run.threads.for_each(pending.size(), [&](std::size_t i) {
        auto own = make_worker();
        std::vector<PendingNode> below;
        below.push_back(std::move(pending[i]));
        while (!below.empty()) {
            PendingNode here = std::move(below.back());
            below.pop_back();
            run.progress.stop_if_cancelled();
            own.step(here, below);
        }
        const std::lock_guard lock(mutex);
        run.progress.report("leaving one out", static_cast<double>(++done) / static_cast<double>(pending.size()));
    });
}

constexpr std::size_t most_weights = 64;  // the near cuts of a node are scored for each, and each class

bool has_kinds(const Labels& labels) {
    if (!labels.is_classification()) return false;
    std::set<std::int64_t> weights;
    for (RowId row = 0; row < labels.rows() && weights.size() <= most_weights; ++row) weights.insert(labels.weight(row));
    return weights.size() <= most_weights;
}

}  // namespace

LeftOutPredictions predict_left_out(const LeftOutTask& task, const Run& run) {
    const Labels labels(task.set, &run.progress);
    const SplitSearch search(task.set, labels, task.options, task.terms, run);
    const auto measure = make_measure(search.context(), task.terms);
    const RowLabels row_labels(labels);
    const RankedTable table(search.context(), run.threads, run.progress);
    const LeftOutSource source{search.context(), task.terms, *measure, row_labels, table, has_kinds(labels)};
    std::optional<TargetSums> targets;
    if (task.whole.classes == 0) targets.emplace(task.set);
    const TargetSums* sums = targets ? &*targets : nullptr;
    const DescendantGrower below(source, search, sums, run);
    const LeftOutShared shared{source, below, sums};
    LeftOutPredictions predictions = room_for(task.set.rows, task.whole.classes);
    std::vector<PendingNode> first(1);
    first.front().node = root_node(search.context(), table, run.threads);
    first.front().path = {first.front().node.sums};
    for (const RowId row : first.front().node.rows) first.front().left_out.push_back({row});
    const auto worker = [&] { return LeftOutGrowth(task, shared, predictions); };
    process_all(std::move(first), worker, run);
    return predictions;
}

}  // namespace treewright
