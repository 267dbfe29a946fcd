#include "treewright/growing/grower.h"

#include <algorithm>
#include <utility>

#include "treewright/growing/growth_queue.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/moments.h"
#include "treewright/growing/split_search.h"
#include "treewright/growing/young_tree.h"
#include "treewright/tree/condition.h"

namespace treewright {

namespace {

class Grower {
public:
    Grower(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run)
        : set_(set),
          options_(options),
          terms_(terms),
          run_(run),
          labels_(set),
          search_(set, labels_, options, terms),
          rows_(set, run.threads, run.progress),
          young_(labels_),
          queue_(make_order()),
          child_of_row_(set.rows) {}

    Tree grow() {
        plant_root();
        while (const auto next = queue_.pop()) {
            if (fits(*next))
                split(*next);
            else
                leave_as_leaf(next->node, next->range, StopReason::leaves);
        }
        return finish();
    }

private:
    [[nodiscard]] GrowthQueue::Later make_order() {
        if (options_.max_leaves == no_limit) return depth_first();
        return best_first([this](std::uint32_t a, std::uint32_t b) { return young_.precedes(a, b); });
    }

    void plant_root() {
        const RowRange all = rows_.all();
        const Sums sums = labels_.sums_of(rows_.rows(all));
        consider(young_.add_root(sums), all, sums);
    }

    [[nodiscard]] bool fits(const PendingSplit& pending) const {
        return options_.max_leaves == no_limit || leaves_ + pending.candidate.branches.size() - 1 <= options_.max_leaves;
    }

    /// Searches a new leaf's split and queues it, or lets the leaf be one.
    void consider(std::uint32_t node, RowRange range, const Sums& sums) {
        if (sums.weight == 0) return leave_as_leaf(node, range, StopReason::pure);
        const NodeView view = search_.view(rows_, range, sums);
        young_.tree().nodes[node].impurity = labels_.real_gain(view.impurity);
        StopReason stop = stop_before_search(node, view);
        std::optional<SearchResult> result;
        if (stop == StopReason::none) {
            result = search_.find(view, used_features(node), {run_.work != nullptr, false}, run_.threads);
            stop = stop_after_search(node, view, *result);
        }
        const bool splits = stop == StopReason::none;
        if (splits) queue_split(node, range, *result);
        if (run_.work != nullptr) run_.work->push_back({node, stop, sums, view.impurity, std::move(result)});
        if (!splits) leave_as_leaf(node, range, stop);
    }

    [[nodiscard]] std::vector<std::size_t> used_features(std::uint32_t node) const {
        return options_.feature_use == FeatureUse::once ? young_.features_above(node) : std::vector<std::size_t>{};
    }

    [[nodiscard]] StopReason stop_before_search(std::uint32_t node, const NodeView& view) const {
        if (is_pure(view)) return StopReason::pure;
        if (young_.depth(node) >= options_.max_depth) return StopReason::depth;
        if (labels_.real_weight(view.sums.weight) < options_.min_split) return StopReason::rows;
        return StopReason::none;
    }

    [[nodiscard]] bool is_pure(const NodeView& view) const {
        if (labels_.is_classification()) return view.classes_present <= 1;
        const auto rows = view.rows.rows(view.range);
        return std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return labels_.same_label(rows[0], row); });
    }

    StopReason stop_after_search(std::uint32_t node, const NodeView& view, const SearchResult& result) {
        if (!result.winner) return StopReason::no_question;
        if (!gain_suffices(search_.context(), view, *result.features[*result.winner].best)) return StopReason::gain;
        const auto test = test_split(search_.context(), result);
        if (!test) return StopReason::none;
        young_.tree().nodes[node].test = test;
        return is_significant(options_, *test) ? StopReason::none : StopReason::test;
    }

    void queue_split(std::uint32_t node, RowRange range, const SearchResult& result) {
        PendingSplit pending;
        pending.node = node;
        pending.range = range;
        pending.candidate = *result.features[*result.winner].best;
        pending.priority = pending.candidate.gain * young_.tree().nodes[node].weight;
        queue_.push(std::move(pending));
    }

    void split(const PendingSplit& pending) {
        const Candidate& candidate = pending.candidate;
        const std::uint32_t first_child = young_.split(pending.node, candidate);
        route_rows(pending);
        const auto ranges = rows_.partition(pending.range, child_of_row_, candidate.branches.size(), run_.threads);
        leaves_ += ranges.size() - 1;
        // Depth-first growth takes the last one queued: in reverse, the first child is split next.
        for (std::size_t child = ranges.size(); child-- > 0;)
            consider(first_child + static_cast<std::uint32_t>(child), ranges[child], candidate.branches[child]);
    }

    /// By the finished tree's own definition of a condition, so that training and prediction cannot differ.
    void route_rows(const PendingSplit& pending) {
        const Tree& tree = young_.tree();
        const Column& column = set_.features[pending.candidate.condition.feature];
        for (const std::uint32_t row : rows_.rows(pending.range))
            child_of_row_[row] = column.has_values() ? child_for_value(tree, pending.node, column.values[row])
                                                     : child_for_code(tree, pending.node, column.codes[row]);
    }

    void leave_as_leaf(std::uint32_t node, RowRange range, StopReason stop) {
        leaf_ranges_.push_back({node, range});
        rows_done_ += range.size();
        run_.progress.report("growing",
                             static_cast<double>(rows_done_) / static_cast<double>(std::max<std::size_t>(set_.rows, 1)));
        if (run_.work == nullptr || stop != StopReason::leaves) return;
        for (NodeWork& work : *run_.work)
            if (work.node == node) work.stop = stop;
    }

    Tree finish() {
        std::vector<std::uint32_t> number;
        Tree tree = in_preorder(young_.tree(), number);
        for (LeafRows& leaf : leaf_ranges_) leaf.node = number[leaf.node];
        if (labels_.is_classification())
            assign_labels(tree, terms_);
        else
            assign_moments(tree, set_, rows_, leaf_ranges_);
        if (run_.work != nullptr) {
            for (NodeWork& work : *run_.work) work.node = number[work.node];
            std::sort(run_.work->begin(), run_.work->end(), [](const auto& a, const auto& b) { return a.node < b.node; });
        }
        return tree;
    }

    const TrainingSet& set_;
    const GrowOptions& options_;
    const ClassTerms& terms_;
    const GrowRun& run_;
    Labels labels_;
    SplitSearch search_;
    NodeRows rows_;
    YoungTree young_;
    GrowthQueue queue_;
    std::vector<std::uint32_t> child_of_row_;
    std::vector<LeafRows> leaf_ranges_;
    std::size_t leaves_ = 1;
    std::size_t rows_done_ = 0;
};

}  // namespace

Tree grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run) {
    return Grower(set, options, terms, run).grow();
}

}  // namespace treewright
