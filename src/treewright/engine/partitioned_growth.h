// Distributed growth: grows a tree from rows that are partitioned over several processes, byte for byte the tree of a table
// with all of them. This is the interface for a cluster: the coordinator here and the workers (partition_worker.h) exchange
// only bytes, which the owner of the rows transports. docs/ARCHITECTURE.md lists what is exchanged per node.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "treewright/base/bytes.h"
#include "treewright/base/progress.h"
#include "treewright/data/schema.h"
#include "treewright/engine/limits.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Sends a request to the worker of every partition; returns their answers, in any order.
using Exchange = std::function<std::vector<Bytes>(const Bytes& request)>;

struct PartitionedOptions {
    std::size_t sample_rows = 16384;  ///< of each partition: the sample from which the bins are chosen
    std::size_t bins = 256;           ///< of a feature, at most; at least 3
};

class PartitionedGrowth {
public:
    /// `schema`: that of every partition. Options that the engine does not cover (engine_covers) are a usage error of `grow`.
    PartitionedGrowth(Schema schema, GrowOptions options, ClassTerms terms, PartitionedOptions limits = {});

    /// At most 2^32 − 1 rows in all. The workers must be new.
    [[nodiscard]] Tree grow(const Exchange& exchange, Progress& progress) const;

private:
    Schema schema_;
    GrowOptions options_;
    ClassTerms terms_;
    PartitionedOptions limits_;
};

}  // namespace treewright
