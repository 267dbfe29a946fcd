// Grows a tree from rows that are spread over several processes, to the byte the tree that a table with all of them gives. This is the
// seam for a cluster: the coordinator here and the workers (partition_worker.h) exchange nothing but bytes, and who has the rows carries
// them. docs/ARCHITECTURE.md says what is exchanged for a node.
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

/// Gives a request to the worker of every partition; returns what they answer, in any order.
using Exchange = std::function<std::vector<Bytes>(const Bytes& request)>;

struct PartitionedOptions {
    std::size_t sample_rows = 16384;  ///< of each partition: from what cuts between bins are chosen
    std::size_t bins = 256;           ///< of a feature, at most; at least 3
};

class PartitionedGrowth {
public:
    /// `schema`: that of every partition. Options that the engine does not cover (engine_covers) are a usage error of `grow`.
    PartitionedGrowth(Schema schema, GrowOptions options, ClassTerms terms, PartitionedOptions limits = {});

    /// At most 2^32 − 1 rows in all. The workers are at their beginning.
    [[nodiscard]] Tree grow(const Exchange& exchange, Progress& progress) const;

private:
    Schema schema_;
    GrowOptions options_;
    ClassTerms terms_;
    PartitionedOptions limits_;
};

}  // namespace treewright
