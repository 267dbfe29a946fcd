#include "treewright/engine/partition_worker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "treewright/engine/large_nodes/row_partition.h"
#include "treewright/engine/partitions/partition_messages.h"

namespace treewright {

struct PartitionWorker::State {
    /// The rows with the label scale and the bins that the coordinator has chosen.
    struct IndexedPart {
        IndexedPart(const TrainingSet& set, const LabelScale& scale, BinCuts cuts, const Threads& threads, Progress& progress)
            : labels(set, scale), row_labels(labels), bins(set, std::move(cuts), false, threads, progress) {}

        Labels labels;
        RowLabels row_labels;
        BinIndex bins;
    };

    explicit State(std::shared_ptr<const TrainingSet> part)
        : set(std::move(part)), rows(row_numbers(set->rows)), scratch(set->rows) {
        ranges[0] = {0, static_cast<std::uint32_t>(set->rows)};
    }

    void facts(ByteReader& request, ByteWriter& answer) const;
    void weigh(ByteReader& request, ByteWriter& answer) const;
    void index(ByteReader& request, ByteWriter& answer);
    void count(ByteReader& request, ByteWriter& answer) const;
    void open(ByteReader& request, ByteWriter& answer) const;
    void split(ByteReader& request, ByteWriter& answer);
    void table_value(ByteReader& request, ByteWriter& answer) const;
    void moments(ByteReader& request, ByteWriter& answer) const;

    [[nodiscard]] RowRange range_of(std::uint64_t node) const {
        const auto found = ranges.find(node);
        ByteReader::require(found != ranges.end());
        return found->second;
    }
    [[nodiscard]] std::span<const RowId> rows_of(std::uint64_t node) const {
        const RowRange range = range_of(node);
        return std::span(rows).subspan(range.begin, range.size());
    }
    [[nodiscard]] const IndexedPart& part() const {
        ByteReader::require(indexed.has_value());
        return *indexed;
    }
    [[nodiscard]] const Column& feature(FeatureId number) const {
        ByteReader::require(number < set->features.size());
        return set->features[number];
    }

    std::shared_ptr<const TrainingSet> set;
    std::vector<RowId> rows;  ///< those of a node are contiguous
    std::vector<std::uint32_t> scratch;
    std::map<std::uint64_t, RowRange> ranges;  ///< by node
    std::optional<IndexedPart> indexed;
    Threads threads{1};
    mutable Progress progress;
};

PartitionWorker::PartitionWorker(std::shared_ptr<const TrainingSet> part) : state_(std::make_unique<State>(std::move(part))) {}

PartitionWorker::~PartitionWorker() = default;

Bytes PartitionWorker::answer(std::span<const std::uint8_t> request) {
    ByteReader from(request);
    ByteWriter to;
    switch (static_cast<RequestKind>(from.get<std::uint8_t>())) {
        case RequestKind::facts: state_->facts(from, to); break;
        case RequestKind::weigh: state_->weigh(from, to); break;
        case RequestKind::index: state_->index(from, to); break;
        case RequestKind::count: state_->count(from, to); break;
        case RequestKind::open: state_->open(from, to); break;
        case RequestKind::split: state_->split(from, to); break;
        case RequestKind::table_value: state_->table_value(from, to); break;
        case RequestKind::moments: state_->moments(from, to); break;
        default: ByteReader::require(false);
    }
    from.finish();
    return to.take();
}

void PartitionWorker::State::facts(ByteReader& request, ByteWriter& answer) const {
    PartitionFacts::of(*set, request.get<std::uint64_t>()).write(answer);
}

void PartitionWorker::State::weigh(ByteReader& request, ByteWriter& answer) const {
    answer.put(weight_units(*set, request.get<std::int32_t>()));
}

void PartitionWorker::State::index(ByteReader& request, ByteWriter& answer) {
    const LabelScale scale = LabelScale::read(request);
    BinCuts cuts = BinCuts::read(request);
    for (const BinnedFeature& each : cuts.features) ByteReader::require(feature(each.feature).has_values() == each.is_number);
    indexed.emplace(*set, scale, std::move(cuts), threads, progress);
    indexed->bins.cuts().write(answer);
    NodeTotals::of(*set, indexed->row_labels, rows).write(answer);
}

void PartitionWorker::State::count(ByteReader& request, ByteWriter& answer) const {
    const auto own = rows_of(request.get<std::uint64_t>());
    const bool with_bins = request.get<bool>();
    const auto used = request.get_list<FeatureId>();
    const HistogramSource source{part().bins, part().row_labels, threads, progress, 0, Threads(1)};
    NodeStatistics statistics{NodeCounts(source), {}};
    if (with_bins) statistics.bins.count(source, own);
    for (FeatureId f = 0; f < set->features.size(); ++f)
        if (is_wide(set->features[f]) && std::find(used.begin(), used.end(), f) == used.end())
            statistics.wide.push_back(count_levels(*set, f, own, part().row_labels, progress));
    write_statistics(statistics, answer);
}

void PartitionWorker::State::open(ByteReader& request, ByteWriter& answer) const {
    const auto own = rows_of(request.get<std::uint64_t>());
    open_bins(read_requests(request), own, *set, part().bins, part().row_labels).write(answer);
}

void PartitionWorker::State::split(ByteReader& request, ByteWriter& answer) {
    const auto node = request.get<std::uint64_t>();
    const auto first_child = request.get<std::uint64_t>();
    const Tree question = read_question(request);
    const RowRange range = range_of(node);
    const RowPartition partition{std::span(rows).subspan(range.begin, range.size()),
                                 std::span(scratch).subspan(range.begin, range.size()), threads, progress};
    const Column& column = feature(question.nodes[0].feature);
    const auto children = partition.run(column, question, 0);
    ranges.erase(node);
    for (std::size_t c = 0; c < children.size(); ++c) {
        ranges[first_child + c] = {children[c].begin + range.begin, children[c].end + range.begin};
        NodeTotals::of(*set, part().row_labels, rows_of(first_child + c)).write(answer);
    }
}

void PartitionWorker::State::table_value(ByteReader& request, ByteWriter& answer) const {
    const Column& column = feature(request.get<FeatureId>());
    const auto threshold = request.get<double>();
    double largest = -std::numeric_limits<double>::infinity();
    for (const double value : column.values)
        if (value <= threshold) largest = std::max(largest, value);
    answer.put(largest);
}

void PartitionWorker::State::moments(ByteReader& request, ByteWriter& answer) const {
    for (const std::uint64_t node : request.get_list<std::uint64_t>()) {
        ExactMoments sums;
        for (const RowId row : rows_of(node)) sums.add(set->weight(row), set->target.values[row]);
        sums.write(answer);
    }
}

}  // namespace treewright
