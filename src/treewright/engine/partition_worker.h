// One partition of the rows in a growth that is spread over several processes: it answers what the coordinator (partitioned_growth.h)
// asks, from its own rows alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "treewright/base/bytes.h"
#include "treewright/data/training_set.h"

namespace treewright {

class PartitionWorker {
public:
    /// Features, their levels and the classes are those of every other partition, in the same order. No rows are as good as some.
    explicit PartitionWorker(std::shared_ptr<const TrainingSet> part);
    ~PartitionWorker();
    PartitionWorker(const PartitionWorker&) = delete;
    PartitionWorker& operator=(const PartitionWorker&) = delete;

    /// Requests come in the order in which the coordinator makes them. One that does not fit is an `Error`.
    Bytes answer(std::span<const std::uint8_t> request);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace treewright
