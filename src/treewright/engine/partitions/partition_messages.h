// The messages of distributed growth: requests of the coordinator and answers of the partitions. Every answer is a value that
// merges with those of the other partitions. The layout is that of base/bytes.h; a request begins with the byte of its
// `RequestKind`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "treewright/base/bytes.h"
#include "treewright/base/exact_sum.h"
#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/decision.h"
#include "treewright/engine/measure/label_span.h"
#include "treewright/growing/label_scale.h"

namespace treewright {

enum class RequestKind : std::uint8_t {
    facts,        ///< a sample size → PartitionFacts
    weigh,        ///< unit bits → the sum of the weights in these units
    index,        ///< LabelScale, BinCuts → BinCuts with the single values of the partition, then NodeTotals of the root
    count,        ///< node, whether its bins are needed, features that may not be used → NodeStatistics
    open,         ///< node, BinRequests → OpenedBins
    split,        ///< node, number of its first child, question → NodeTotals of every child
    table_value,  ///< feature, threshold → the largest value of the whole table that is not above it
    moments,      ///< nodes → the exact sums of each
};

/// The facts about a feature that are needed before growth.
struct FeatureFacts {
    bool has_missing = false;
    bool has_minus_infinity = false;
    bool has_lowest = false;     ///< the lowest finite double, which no threshold separates from -Inf
    std::vector<double> sample;  ///< numbers: some of the known values
};

struct PartitionFacts {
    LabelFacts labels;
    std::vector<FeatureFacts> features;

    static PartitionFacts of(const TrainingSet& set, std::size_t sample_rows);
    void merge(const PartitionFacts& other);
    void write(ByteWriter& to) const;
    static PartitionFacts read(ByteReader& from);
};

/// The statistics of a node besides its histogram. Regression: `squares`, the span of the fixed-point targets (before it is
/// widened) and the lowest and highest target, which are equal if the node is pure.
struct NodeTotals {
    std::uint64_t rows = 0;
    Sums sums;
    TargetFacts targets;
    double lowest = 0.0;
    double highest = 0.0;

    static NodeTotals of(const TrainingSet& set, const RowLabels& labels, std::span<const RowId> rows);
    void merge(const NodeTotals& other);
    void write(ByteWriter& to) const;
    static NodeTotals read(ByteReader& from);
};

void merge(NodeStatistics& to, const NodeStatistics& other);
void write_statistics(const NodeStatistics& statistics, ByteWriter& to);
NodeStatistics read_statistics(ByteReader& from);

/// The split of a node, read as a tree of this one split.
void write_question(const Tree& tree, NodeId node, ByteWriter& to);
Tree read_question(ByteReader& from);

}  // namespace treewright
