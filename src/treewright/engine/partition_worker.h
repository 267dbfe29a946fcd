// The worker of one partition of the rows in distributed growth: answers the requests of the coordinator (partitioned_growth.h)
// from its own rows alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "treewright/base/bytes.h"
#include "treewright/data/training_set.h"

namespace treewright {

class PartitionWorker {
public:
    /// Features, their levels and the classes are those of every other partition, in the same order. A partition may be empty.
    explicit PartitionWorker(std::shared_ptr<const TrainingSet> part);
    ~PartitionWorker();
    PartitionWorker(const PartitionWorker&) = delete;
    PartitionWorker& operator=(const PartitionWorker&) = delete;

    /// Requests must come in the order in which the coordinator makes them. An invalid one is an `Error`.
    Bytes answer(std::span<const std::uint8_t> request);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace treewright
