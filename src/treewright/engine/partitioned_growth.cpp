#include "treewright/engine/partitioned_growth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "treewright/engine/partitions/partition_messages.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/growing/growth.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/preorder_writer.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

/// The coordinator's interface to the partitions: sends a request and merges the answers.
class Partitions {
public:
    explicit Partitions(const Exchange& exchange) : exchange_(exchange) {}

    /// `fill` writes what follows the kind of the request; `merge(reader, whether it is the first)` merges an answer.
    template <class Fill, class Merge>
    void ask(RequestKind what, const Fill& fill, const Merge& merge) const {
        ByteWriter request;
        request.put(static_cast<std::uint8_t>(what));
        fill(request);
        const std::vector<Bytes> answers = exchange_(request.take());
        ByteReader::require(!answers.empty());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            ByteReader reader(answers[i]);
            merge(reader, i == 0);
            reader.finish();
        }
    }
    /// The same for an answer that is one value.
    template <class Fill, class Read, class Merge>
    auto ask_for(RequestKind what, const Fill& fill, const Read& read, const Merge& merge) const {
        std::optional<decltype(read(std::declval<ByteReader&>()))> all;
        ask(what, fill, [&](ByteReader& reader, bool) {
            auto own = read(reader);
            if (all)
                merge(*all, own);
            else
                all = std::move(own);
        });
        return std::move(*all);
    }

private:
    const Exchange& exchange_;
};

constexpr auto merge_values = [](auto& to, const auto& other) { to.merge(other); };

/// Decided before a tree grows, from facts about all rows.
struct Fixed {
    PartitionFacts facts;
    LabelScale scale;
    BinCuts cuts;
    NodeTotals root;

    [[nodiscard]] std::vector<char> has_missing() const {
        std::vector<char> missing;
        for (const FeatureFacts& feature : facts.features) missing.push_back(feature.has_missing ? 1 : 0);
        return missing;
    }
};

/// A table with the columns of the partitions and without rows, for searches that look up a table's schema.
TrainingSet table_without_rows(const Schema& schema) {
    TrainingSet set;
    for (const ColumnSchema& feature : schema.features) set.features.push_back({feature, {}, {}});
    set.target.schema = schema.target;
    return set;
}

void check_covered(const TrainingSet& empty, const GrowOptions& options, const PartitionFacts& facts, Progress& progress) {
    bool covered = engine_covers(empty, options, progress);
    const bool surrogates_by_default = options.missing == MissingMethod::surrogate && !options.surrogates;
    const bool needs_rows = options.missing == MissingMethod::fractional || surrogates_by_default;
    for (const FeatureFacts& feature : facts.features) {
        if (feature.has_missing && needs_rows) covered = false;
        if (feature.has_minus_infinity && feature.has_lowest) covered = false;
    }
    if (!covered) throw usage_error("these options do not support partitioned rows: train on one machine");
}

/// Chooses the label scale and the bins, and makes the partitions index their rows.
Fixed fix(const Partitions& partitions, const TrainingSet& empty, const PartitionedOptions& limits) {
    Fixed fixed;
    fixed.facts = partitions.ask_for(
        RequestKind::facts, [&](ByteWriter& to) { to.put(std::uint64_t{limits.sample_rows}); }, PartitionFacts::read,
        merge_values);
    const LabelFacts& labels = fixed.facts.labels;
    ByteReader::require(fixed.facts.features.size() == empty.features.size() && labels.rows > 0 && labels.rows < UINT32_MAX);
    const auto units = partitions.ask_for(
        RequestKind::weigh, [&](ByteWriter& to) { to.put(std::int32_t{labels.unit_bits()}); },
        [](ByteReader& from) { return from.get<std::int64_t>(); }, [](std::int64_t& to, std::int64_t more) { to += more; });
    fixed.scale = LabelScale::of(labels, units, RowParts::whole, empty.source);
    BinCuts cuts(empty, fixed.has_missing());
    for (std::size_t f = 0; f < cuts.features.size(); ++f)
        if (cuts.features[f].is_number)
            cuts.choose(f, std::move(fixed.facts.features[cuts.features[f].feature].sample), limits.bins);
    fixed.cuts = cuts;
    fixed.root.sums = Sums(fixed.scale.slots());
    partitions.ask(
        RequestKind::index,
        [&](ByteWriter& to) {
            fixed.scale.write(to);
            cuts.write(to);
        },
        [&](ByteReader& from, bool) {
            fixed.cuts.merge_single_values(BinCuts::read(from));
            fixed.root.merge(NodeTotals::read(from));
        });
    return fixed;
}

/// The searcher of distributed growth: the partitions count and partition their rows, the decisions are made here. A node is
/// identified by the range that its rows would have in a single table.
class PartitionedNodes : public NodeSearcher {
public:
    PartitionedNodes(const Partitions& partitions, const DecisionSource& decisions, const NodeTotals& root)
        : partitions_(partitions), decisions_(decisions), rows_(static_cast<std::uint32_t>(root.rows)) {
        nodes_[0] = {0, root, nullptr, nullptr};
    }

    [[nodiscard]] RowRange all() const override { return {0, rows_}; }
    [[nodiscard]] std::span<const RowId> rows(RowRange) const override {
        throw InternalError("partitioned growth has no rows");
    }
    [[nodiscard]] bool has_one_label(RowRange range, const Labels&) const override {
        const NodeTotals& totals = nodes_.at(range.begin).totals;
        return totals.lowest == totals.highest;
    }
    Found find(const NodeFacts& facts, RowRange range, std::span<const FeatureId> used) override;
    std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) override;
    void forget(RowRange range) override {
        if (range.size() == 0) return;  // it begins where a sibling does
        Node& node = nodes_.at(range.begin);
        node.family.reset();
        node.counts.reset();
    }
    /// The exact sums of leaves, in their order.
    [[nodiscard]] std::vector<LeafSums> sums_of(const std::vector<LeafRows>& leaves) const;

private:
    /// The children of a split node and its counts, kept until one of them is searched.
    struct Family {
        std::vector<RowRange> children;
        std::unique_ptr<NodeCounts> parent;
    };
    struct Node {
        std::uint64_t number = 0;  ///< its number in the partitions
        NodeTotals totals;
        std::shared_ptr<Family> family;
        std::unique_ptr<NodeCounts> counts;
    };

    NodeStatistics statistics_of(Node& node, std::span<const FeatureId> used);
    NodeStatistics count(const Node& node, std::span<const FeatureId> used, bool with_bins) const;
    void make_child_histograms(Family& family);
    [[nodiscard]] double table_value(const Split& split) const;
    [[nodiscard]] bool is_best_first() const { return decisions_.context.options.max_leaves != no_limit; }

    const Partitions& partitions_;
    DecisionSource decisions_;
    std::uint32_t rows_;
    std::uint64_t next_number_ = 1;
    std::map<std::uint32_t, Node> nodes_;  ///< by the beginning of their ranges; without empty ones
};

NodeStatistics PartitionedNodes::count(const Node& node, std::span<const FeatureId> used, bool with_bins) const {
    return partitions_.ask_for(
        RequestKind::count,
        [&](ByteWriter& to) {
            to.put(node.number);
            to.put(with_bins);
            to.put_list(std::vector<FeatureId>(used.begin(), used.end()));
        },
        read_statistics, [](NodeStatistics& to, const NodeStatistics& other) { merge(to, other); });
}

/// Makes the counts of every child that may still be searched; the largest one's by histogram subtraction.
void PartitionedNodes::make_child_histograms(Family& family) {
    const auto largest = *std::max_element(family.children.begin(), family.children.end(),
                                           [](RowRange a, RowRange b) { return a.size() < b.size(); });
    const auto give = [](Node& node, std::unique_ptr<NodeCounts> counts) {
        if (std::exchange(node.family, nullptr) != nullptr) node.counts = std::move(counts);
    };
    for (const RowRange child : family.children) {
        if (child.size() == 0 || child.begin == largest.begin) continue;
        Node& node = nodes_.at(child.begin);
        auto own = std::make_unique<NodeCounts>(count(node, {}, true).bins);
        family.parent->subtract(*own);
        give(node, std::move(own));
    }
    give(nodes_.at(largest.begin), std::move(family.parent));
}

NodeStatistics PartitionedNodes::statistics_of(Node& node, std::span<const FeatureId> used) {
    if (const std::shared_ptr<Family> family = node.family) make_child_histograms(*family);
    if (node.counts == nullptr) {
        NodeStatistics counted = count(node, used, true);
        node.counts = std::make_unique<NodeCounts>(counted.bins);
        return counted;
    }
    const auto& features = decisions_.context.set.features;
    if (std::none_of(features.begin(), features.end(), is_wide)) return {*node.counts, {}};
    return {*node.counts, count(node, used, false).wide};
}

Found PartitionedNodes::find(const NodeFacts& facts, RowRange range, std::span<const FeatureId> used) {
    Node& node = nodes_.at(range.begin);
    const NodeStatistics statistics = statistics_of(node, used);
    const bool is_regression = !decisions_.context.labels.is_classification();
    const LabelSpan span = is_regression ? widened(node.totals.targets.span) : LabelSpan{};
    const UndecidedNode undecided{facts, span, statistics, used};
    const std::vector<BinRequest> requests = bins_to_open(decisions_, undecided);
    OpenedBins opened;
    if (!requests.empty())
        opened = partitions_.ask_for(
            RequestKind::open,
            [&](ByteWriter& to) {
                to.put(node.number);
                write_requests(requests, to);
            },
            OpenedBins::read, merge_values);
    Found found;
    found.winner = choose_split(decisions_, undecided, opened);
    if (is_best_first()) node.counts.reset();  // too many nodes are pending
    const bool by_value = decisions_.context.options.threshold == ThresholdPlace::data_value;
    if (found.winner && by_value && found.winner->split.kind == SplitKind::threshold)
        found.winner->split.threshold = table_value(found.winner->split);
    return found;
}

/// `value_not_above` of the values of the whole table.
double PartitionedNodes::table_value(const Split& split) const {
    const auto value = partitions_.ask_for(
        RequestKind::table_value,
        [&](ByteWriter& to) {
            to.put(split.feature);
            to.put(split.threshold);
        },
        [](ByteReader& from) { return from.get<double>(); }, [](double& to, double other) { to = std::max(to, other); });
    return std::isinf(value) ? split.threshold : value;
}

std::vector<RowRange> PartitionedNodes::split(RowRange range, const Tree& tree, NodeId number, std::vector<Sums>& branches) {
    Node parent = std::move(nodes_.at(range.begin));
    nodes_.erase(range.begin);
    const std::uint64_t first_child = std::exchange(next_number_, next_number_ + branches.size());
    std::vector<NodeTotals> totals(branches.size());
    for (NodeTotals& each : totals) each.sums = Sums(decisions_.context.labels.slots());
    partitions_.ask(
        RequestKind::split,
        [&](ByteWriter& to) {
            to.put(parent.number);
            to.put(first_child);
            write_question(tree, number, to);
        },
        [&](ByteReader& from, bool) {
            for (NodeTotals& each : totals) each.merge(NodeTotals::read(from));
        });
    const bool keeps_counts = parent.counts != nullptr;
    auto family = std::make_shared<Family>(Family{{}, std::move(parent.counts)});
    std::uint32_t begin = range.begin;
    for (std::size_t c = 0; c < totals.size(); ++c) {
        const RowRange child{begin, begin + static_cast<std::uint32_t>(totals[c].rows)};
        ByteReader::require(totals[c].sums.weight == branches[c].weight && totals[c].sums.slots == branches[c].slots);
        branches[c].squares = totals[c].sums.squares;
        family->children.push_back(child);
        if (child.size() > 0) nodes_[begin] = {first_child + c, std::move(totals[c]), keeps_counts ? family : nullptr, nullptr};
        begin = child.end;
    }
    ByteReader::require(begin == range.end);
    return family->children;
}

std::vector<LeafSums> PartitionedNodes::sums_of(const std::vector<LeafRows>& leaves) const {
    std::vector<std::uint64_t> numbers;
    std::vector<LeafSums> sums;
    for (const LeafRows& leaf : leaves) {
        if (leaf.range.size() == 0) continue;
        numbers.push_back(nodes_.at(leaf.range.begin).number);
        sums.push_back({leaf.node, {}});
    }
    partitions_.ask(
        RequestKind::moments, [&](ByteWriter& to) { to.put_list(numbers); },
        [&](ByteReader& from, bool) {
            for (LeafSums& leaf : sums) leaf.sums.merge(ExactMoments::read(from));
        });
    return sums;
}

/// Preorder numbers, labels and means: what `finish_tree` does for a local table.
Tree finished(Growth& growth, const PartitionedNodes& nodes, const SearchContext& context, const ClassTerms& terms) {
    PreorderWriter writer(growth.growing_tree().tree(), nodes.all().size());
    std::vector<std::uint32_t> numbers;
    Tree tree = writer.finish(numbers);
    note_missing_method(tree, context.options, terms);
    if (context.labels.is_classification()) {
        assign_labels(tree, terms);
        return tree;
    }
    std::vector<LeafSums> leaves = nodes.sums_of(growth.leaves());
    for (LeafSums& leaf : leaves) leaf.node = numbers[leaf.node];
    std::sort(leaves.begin(), leaves.end(), [](const LeafSums& a, const LeafSums& b) { return a.node < b.node; });
    assign_moments(tree, leaves);
    return tree;
}

}  // namespace

PartitionedGrowth::PartitionedGrowth(Schema schema, GrowOptions options, ClassTerms terms, PartitionedOptions limits)
    : schema_(std::move(schema)), options_(std::move(options)), terms_(std::move(terms)), limits_(limits) {
    check_invariant(limits_.bins >= 3 && limits_.bins <= bins_per_feature, "the number of bins of a partitioned growth");
}

Tree PartitionedGrowth::grow(const Exchange& exchange, Progress& progress) const {
    const Partitions partitions(exchange);
    const TrainingSet empty = table_without_rows(schema_);
    const Fixed fixed = fix(partitions, empty, limits_);
    check_covered(empty, options_, fixed.facts, progress);
    const Labels labels(empty, fixed.scale);
    const SplitSearch search(empty, labels, options_, terms_);
    SearchContext context = search.context();
    context.has_missing = fixed.has_missing();
    context.table_weight = labels.real_weight(fixed.root.sums.weight);
    const auto measure = make_measure(context, terms_);
    PartitionedNodes nodes(partitions, {context, *measure, fixed.cuts}, fixed.root);
    GrowthProgress growth_progress(progress, nodes.all().size());
    Growth growth(context, nodes, growth_progress);
    growth.run({0, nodes.all(), fixed.root.sums, 0, {}, nullptr});
    return finished(growth, nodes, context, terms_);
}

}  // namespace treewright
