#include "treewright/engine/partitions/partition_messages.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/base/positions.h"

namespace treewright {

namespace {

FeatureFacts facts_of_feature(const Column& column, std::size_t sample_rows) {
    FeatureFacts facts;
    if (!column.has_values()) {
        facts.has_missing = std::any_of(column.codes.begin(), column.codes.end(), [](auto code) { return code < 0; });
        return facts;
    }
    for (const double value : column.values) {
        facts.has_missing |= is_missing(value);
        facts.has_minus_infinity |= value == -std::numeric_limits<double>::infinity();
        facts.has_lowest |= value == std::numeric_limits<double>::lowest();
    }
    facts.sample = sample_values(column.values, sample_rows);
    return facts;
}

}  // namespace

PartitionFacts PartitionFacts::of(const TrainingSet& set, std::size_t sample_rows) {
    PartitionFacts facts;
    facts.labels = label_facts(set);
    for (const Column& column : set.features) facts.features.push_back(facts_of_feature(column, sample_rows));
    return facts;
}

void PartitionFacts::merge(const PartitionFacts& other) {
    ByteReader::require(features.size() == other.features.size() && labels.classes == other.labels.classes);
    labels.merge(other.labels);
    for (std::size_t f = 0; f < features.size(); ++f) {
        const FeatureFacts& more = other.features[f];
        features[f].has_missing |= more.has_missing;
        features[f].has_minus_infinity |= more.has_minus_infinity;
        features[f].has_lowest |= more.has_lowest;
        features[f].sample.insert(features[f].sample.end(), more.sample.begin(), more.sample.end());
    }
}

void PartitionFacts::write(ByteWriter& to) const {
    labels.write(to);
    to.put(std::uint64_t{features.size()});
    for (const FeatureFacts& feature : features) {
        for (const bool flag : {feature.has_missing, feature.has_minus_infinity, feature.has_lowest}) to.put(flag);
        to.put_list(feature.sample);
    }
}

PartitionFacts PartitionFacts::read(ByteReader& from) {
    PartitionFacts facts;
    facts.labels = LabelFacts::read(from);
    facts.features.resize(from.get_count(1));
    for (FeatureFacts& feature : facts.features) {
        for (bool* flag : {&feature.has_missing, &feature.has_minus_infinity, &feature.has_lowest}) *flag = from.get<bool>();
        feature.sample = from.get_list<double>();
    }
    return facts;
}

NodeTotals NodeTotals::of(const TrainingSet& set, const RowLabels& labels, std::span<const RowId> rows) {
    NodeTotals totals;
    totals.rows = rows.size();
    totals.sums = labels.labels.sums_of(rows);
    if (labels.kind != LabelKind::moments || rows.empty()) return totals;
    totals.targets = narrow_target_facts(labels, rows, Threads(1));
    totals.lowest = std::numeric_limits<double>::infinity();
    totals.highest = -totals.lowest;
    for (const RowId row : rows) {
        totals.lowest = std::min(totals.lowest, set.target.values[row]);
        totals.highest = std::max(totals.highest, set.target.values[row]);
    }
    return totals;
}

void NodeTotals::merge(const NodeTotals& other) {
    ByteReader::require(sums.slots.size() == other.sums.slots.size());
    if (other.rows == 0) return;
    if (rows == 0) {
        *this = other;
        return;
    }
    rows += other.rows;
    sums += other.sums;
    targets.merge(other.targets);
    lowest = std::min(lowest, other.lowest);
    highest = std::max(highest, other.highest);
}

void NodeTotals::write(ByteWriter& to) const {
    to.put(rows);
    to.put(sums.weight);
    to.put(sums.squares);
    to.put_list(std::vector(sums.slots.begin(), sums.slots.end()));
    to.put(targets.squares);
    to.put(targets.span.low);
    to.put(targets.span.high);
    to.put(lowest);
    to.put(highest);
}

NodeTotals NodeTotals::read(ByteReader& from) {
    NodeTotals totals;
    totals.rows = from.get<std::uint64_t>();
    totals.sums.weight = from.get<std::int64_t>();
    totals.sums.squares = from.get<UInt128>();
    totals.sums.slots = FewIntegers(from.get_list<std::int64_t>());
    totals.targets.squares = from.get<UInt128>();
    totals.targets.span.low = from.get<std::int64_t>();
    totals.targets.span.high = from.get<std::int64_t>();
    totals.lowest = from.get<double>();
    totals.highest = from.get<double>();
    return totals;
}

void merge(NodeStatistics& to, const NodeStatistics& other) {
    ByteReader::require(to.wide.size() == other.wide.size());
    to.bins.add(other.bins);
    for (std::size_t i = 0; i < to.wide.size(); ++i) to.wide[i].add(other.wide[i]);
}

void write_statistics(const NodeStatistics& statistics, ByteWriter& to) {
    statistics.bins.write(to);
    to.put(std::uint64_t{statistics.wide.size()});
    for (const LevelCounts& wide : statistics.wide) wide.write(to);
}

NodeStatistics read_statistics(ByteReader& from) {
    NodeStatistics statistics{NodeCounts::read(from), {}};
    const std::size_t wide = from.get_count(1);
    for (std::size_t i = 0; i < wide; ++i) statistics.wide.push_back(LevelCounts::read(from));
    return statistics;
}

void write_question(const Tree& tree, NodeId number, ByteWriter& to) {
    const Split split = tree.split_of(number);
    to.put(static_cast<std::uint8_t>(split.kind));
    to.put(split.missing_branch);
    to.put(split.missing_child);
    to.put(split.feature);
    to.put(split.threshold);
    to.put_list(split.left_levels);
    to.put_list(split.right_levels);
    std::vector<double> weights;  // to determine the heaviest child, to which levels of neither set go
    for (const NodeId child : tree.children_of(number)) weights.push_back(tree.nodes[child].weight);
    to.put_list(weights);
}

Tree read_question(ByteReader& from) {
    Split split;
    split.kind = static_cast<SplitKind>(from.get<std::uint8_t>());
    split.missing_branch = from.get<bool>();
    split.missing_child = from.get<BranchId>();
    split.feature = from.get<FeatureId>();
    split.threshold = from.get<double>();
    split.left_levels = from.get_list<LevelCode>();
    split.right_levels = from.get_list<LevelCode>();
    const auto weights = from.get_list<double>();
    split.children = weights.size();
    ByteReader::require(split.kind <= SplitKind::is_missing && split.missing_child < split.children);
    Tree tree;
    tree.nodes.resize(1 + weights.size());
    store_split(split, tree, tree.nodes[0]);
    tree.nodes[0].child_count = size32(weights);
    for (BranchId branch = 0; branch < weights.size(); ++branch) {
        tree.nodes[branch + 1].weight = weights[branch];
        tree.children.push_back(branch + 1);
    }
    return tree;
}

}  // namespace treewright
