#include "treewright/engine/left_out_growth.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>

#include "treewright/engine/leave_one_out/left_out_leaves.h"
#include "treewright/engine/leave_one_out/left_out_squares.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/moments.h"
#include "treewright/growing/split_search.h"
#include "treewright/growing/stopping.h"
#include "treewright/tree/condition.h"

namespace treewright {

namespace {

constexpr std::size_t visits_a_thread = 16;

/// What the workers share.
struct LeftOutShared {
    const LeftOutSource& source;
    const BelowGrower& below;
    const TargetSums* targets;  ///< numbers
};

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
          is_judged_(asks_tests(shared.source.context.options)) {
        if (shared.targets != nullptr) moments_.emplace(*shared.targets);
    }

    /// Brings everybody one step further; those who have arrived are predicted for. What is left to do goes to `next`.
    void step(Visit& visit, std::vector<Visit>& next) {
        const bool needs_branches = prunes() || is_judged_;
        LeftOutSearch search(source_, visit.node, visit.used,
                             needs_branches ? QuestionDetail::branches : QuestionDetail::condition);
        find_odd_row(visit.node);
        if (moments_ && prunes()) moments_->look_at(visit.node.rows);
        LeftOutGroups groups(source_, visit);
        std::vector<Traveller> arrived;
        for (Traveller& traveller : visit.travellers) {
            const auto question = question_of(visit, traveller, search);
            if (question == nullptr)
                arrived.push_back(traveller);
            else
                groups.add(traveller, question);
        }
        for (Group& group : groups.all()) {
            part_rows(visit, *group.question);
            if (is_judged_) stop_some(visit, group, search, arrived);
            send_on(visit, group, next);
        }
        arrive(visit, arrived);
    }

private:
    using MaybeRow = std::optional<std::uint32_t>;

    [[nodiscard]] bool prunes() const { return static_cast<bool>(task_.prune); }

    /// With the tree of all rows.
    void compare(const Visit& visit, Traveller& traveller, const LeftOutQuestion* question) {
        const bool asks_same = question != nullptr && same_question(question->tree, 0, whole_, visit.in_whole);
        const bool both_leaves = question == nullptr && whole_.nodes[visit.in_whole].is_leaf();
        traveller.same = traveller.same && (asks_same || both_leaves);
        if (visit.depth() == 0) predictions_.same_root[traveller.row] = traveller.same ? 1 : 0;
    }

    /// Numbers: the row without which all targets of the node are equal, if there is one.
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
    std::shared_ptr<const LeftOutQuestion> question_of(const Visit& visit, const Traveller& traveller,
                                                       LeftOutSearch& search) const {
        const MaybeRow row = row_in(visit, traveller);
        const SearchContext& context = source_.context;
        const NodeFacts& facts = search.facts_without(row);
        if (facts.sums.weight == 0 || is_pure_without(row, facts)) return nullptr;
        if (visit.depth() >= context.options.max_depth) return nullptr;
        if (context.labels.real_weight(facts.sums.weight) < context.labels.lowered_limit(context.options.min_split))
            return nullptr;
        return search.find_without(row);
    }

    void part_rows(const Visit& visit, const LeftOutQuestion& question) {
        const Split& split = question.candidate.split;
        const Column& column = source_.context.set.features[split.feature];
        if (split.kind == SplitKind::threshold) {
            const std::size_t position = source_.table.position(split.feature);
            for (const std::uint32_t row : visit.node.rows) {
                const std::uint32_t rank = source_.table.rank(position, row);
                child_of_row_[row] = rank == rank_of_missing ? split.missing_child : (rank <= question.boundary ? 0U : 1U);
            }
            return;
        }
        for (const std::uint32_t row : visit.node.rows)
            child_of_row_[row] = column.has_values() ? child_for_value(question.tree, 0, column.values[row])
                                                     : child_for_code(question.tree, 0, column.codes[row]);
    }

    // --- tests that stop ---

    /// Those whose tests do not let the node be split have arrived.
    void stop_some(const Visit& visit, Group& group, LeftOutSearch& search, std::vector<Traveller>& arrived) {
        const SquaresOfBranches squares(source_, visit.node, *group.question, child_of_row_);
        std::erase_if(group.members, [&](Group::Member& member) {
            const MaybeRow row = row_in(visit, member.traveller);
            Found found;
            found.winner = member.question->candidate;
            squares.fill(row, found.winner->counted);
            const TestNumbers tests = search.tests_without(row, found.winner->split.feature);
            found.tests_at_node = tests.at_node;
            found.tests_of_feature = tests.of_feature;
            const SplitVerdict verdict = judge_split(source_.context, search.facts_without(row), found, 0.0);
            member.test = verdict.test;
            if (verdict.stop == StopReason::none) return false;
            member.traveller.stopped_by = verdict.test;
            arrived.push_back(member.traveller);
            return true;
        });
    }

    /// The row to leave out of the node, if it stands there.
    static MaybeRow row_in(const Visit& visit, const Traveller& traveller) {
        return visit.holds(traveller) ? MaybeRow(traveller.row) : std::nullopt;
    }

    void send_on(const Visit& visit, Group& group, std::vector<Visit>& next) {
        if (prunes()) note_steps(visit, group);
        for (Group::Member& member : group.members)
            if (!prunes()) compare(visit, member.traveller, member.question.get());
        const Split& split = group.question->candidate.split;
        for (std::uint32_t child = 0; child < split.children; ++child) {
            Visit below;
            for (const Group::Member& member : group.members) {
                if (member.child != child) continue;
                Traveller traveller = member.traveller;
                const bool held = visit.holds(traveller) && child_of_row_[traveller.row] == child;
                if (visit.holds(traveller) && !held) traveller.out_until = visit.depth() + 1;
                below.travellers.push_back(traveller);
            }
            if (below.travellers.empty()) continue;
            const bool searched = visit.depth() + 1 < source_.context.options.max_depth;
            below.node = child_node(source_.context, visit.node, {child_of_row_, child, searched});
            if (below.node.rows.size() <= 1) below.rows_above = visit.node.rows;
            below.path = visit.path;
            below.path.push_back(below.node.sums);
            below.used = visit.used;
            if (source_.context.options.feature_use == FeatureUse::once) below.used.push_back(split.feature);
            const bool any_same = !prunes() && std::any_of(below.travellers.begin(), below.travellers.end(),
                                                           [](const Traveller& traveller) { return traveller.same; });
            if (any_same) below.in_whole = whole_.children_of(visit.in_whole)[child];
            next.push_back(std::move(below));
        }
    }

    // --- whole trees, where they are pruned ---

    [[nodiscard]] std::vector<std::uint32_t> rows_of_child(const Visit& visit, std::uint32_t child, MaybeRow without) const {
        std::vector<std::uint32_t> rows;
        for (const std::uint32_t row : visit.node.rows)
            if (child_of_row_[row] == child && row != without) rows.push_back(row);
        return rows;
    }

    void note_steps(const Visit& visit, Group& group) const {
        const Split& split = group.question->candidate.split;
        BelowGrower::Place place{visit.depth() + 1, visit.used};
        if (source_.context.options.feature_use == FeatureUse::once) place.used.push_back(split.feature);
        auto children = std::make_shared<ChildTrees>(split.children);
        for (std::uint32_t child = 0; child < split.children; ++child)
            (*children)[child] = below_.grow(rows_of_child(visit, child, {}), place);
        for (Group::Member& member : group.members) {
            auto step = std::make_shared<Step>(Step{member.traveller.last, member.question, member.child, children});
            step->extras = {moments_in(visit, member.traveller), member.test};
            const std::uint32_t own = child_of_row_[member.traveller.row];
            if (visit.holds(member.traveller) && own != member.child) {
                step->left_child = own;
                step->left_tree = below_.grow(rows_of_child(visit, own, member.traveller.row), place);
            }
            member.traveller.last = std::move(step);
        }
    }

    /// Numbers: of the node without the row.
    [[nodiscard]] Moments moments_in(const Visit& visit, const Traveller& traveller) const {
        if (!moments_) return {};
        return visit.holds(traveller) ? moments_->moments_without(traveller.row) : moments_->moments();
    }

    [[nodiscard]] Tree pruned_tree(const Visit& visit, const Traveller& traveller) const {
        WayEnd end{traveller.last, {moments_in(visit, traveller), traveller.stopped_by}, {}};
        for (std::size_t depth = 0; depth < visit.path.size(); ++depth)
            end.sums.push_back(sums_on_way(source_, visit, traveller, depth));
        return task_.prune(tree_without(source_, end));
    }

    // --- leaves ---

    void arrive(const Visit& visit, std::vector<Traveller>& arrived) {
        if (arrived.empty()) return;
        if (moments_ && !prunes()) moments_->look_at(visit.node.rows);
        for (Traveller& traveller : arrived) {
            if (prunes()) {
                leaves_.predict_by(pruned_tree(visit, traveller), whole_, traveller.row);
                continue;
            }
            compare(visit, traveller, nullptr);
            predictions_.same_path[traveller.row] = traveller.same ? 1 : 0;
            leaves_.predict(visit, traveller, moments_ ? &*moments_ : nullptr);
        }
    }

    const LeftOutTask& task_;
    const LeftOutSource& source_;
    const BelowGrower& below_;
    const Tree& whole_;
    LeftOutPredictions& predictions_;
    LeftOutLeaves leaves_;
    std::vector<std::uint32_t> child_of_row_;
    std::optional<MomentsWithout> moments_;  ///< numbers
    bool is_judged_;                         ///< by tests that may stop, or that the nodes remember
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

/// Large nodes first, until there is something to do for every thread; then each thread takes nodes with all that is below them.
template <class MakeWorker>
void visit_all(std::vector<Visit> pending, const MakeWorker& make_worker, const Run& run) {
    const std::size_t wanted = visits_a_thread * run.threads.count();
    auto worker = make_worker();
    while (!pending.empty() && pending.size() < wanted) {
        const auto largest = std::max_element(pending.begin(), pending.end(), [](const Visit& a, const Visit& b) {
            return a.node.rows.size() < b.node.rows.size();
        });
        Visit visit = std::move(*largest);
        pending.erase(largest);
        run.progress.stop_if_cancelled();
        worker.step(visit, pending);
    }
    std::mutex mutex;
    std::size_t done = 0;
    run.threads.for_each(pending.size(), [&](std::size_t i) {
        auto own = make_worker();
        std::vector<Visit> below;
        below.push_back(std::move(pending[i]));
        while (!below.empty()) {
            Visit visit = std::move(below.back());
            below.pop_back();
            run.progress.stop_if_cancelled();
            own.step(visit, below);
        }
        const std::lock_guard lock(mutex);
        run.progress.report("leaving one out", static_cast<double>(++done) / static_cast<double>(pending.size()));
    });
}

constexpr std::size_t most_weights = 64;  // the near cuts of a node are scored for each, and each class

bool has_kinds(const Labels& labels) {
    if (!labels.is_classification()) return false;
    std::set<std::int64_t> weights;
    for (std::uint32_t row = 0; row < labels.rows() && weights.size() <= most_weights; ++row)
        weights.insert(labels.weight(row));
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
    const BelowGrower below(source, search, sums, run);
    const LeftOutShared shared{source, below, sums};
    LeftOutPredictions predictions = room_for(task.set.rows, task.whole.classes);
    std::vector<Visit> first(1);
    first.front().node = root_node(search.context(), table, run.threads);
    first.front().path = {first.front().node.sums};
    for (const std::uint32_t row : first.front().node.rows) first.front().travellers.push_back({row});
    const auto worker = [&] { return LeftOutGrowth(task, shared, predictions); };
    visit_all(std::move(first), worker, run);
    return predictions;
}

}  // namespace treewright
