// The priority queue of the nodes to be split. Depth-first and best-first growth differ only in the comparator.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/node_rows.h"

namespace treewright {

/// A node and its split.
struct PendingSplit {
    NodeId node = 0;
    RowRange range;
    Candidate candidate;
    double priority = 0.0;       ///< best-first: total gain, weight × gain
    std::uint64_t sequence = 0;  ///< set by the queue
};

class GrowthQueue {
public:
    /// Whether `a` is to be split after `b`.
    using Later = std::function<bool(const PendingSplit& a, const PendingSplit& b)>;

    explicit GrowthQueue(Later later) : later_(std::move(later)) {}
    void push(PendingSplit pending);
    std::unique_ptr<PendingSplit> pop();  ///< null when empty

private:
    [[nodiscard]] auto by_order() const {
        return [this](const auto& a, const auto& b) { return later_(*a, *b); };
    }
    Later later_;
    std::vector<std::unique_ptr<PendingSplit>> heap_;
    std::uint64_t next_sequence_ = 0;
};

/// Last in, first out.
GrowthQueue::Later depth_first();
/// The largest priority first; ties in preorder, by `precedes`.
GrowthQueue::Later best_first(std::function<bool(std::uint32_t, std::uint32_t)> precedes);

}  // namespace treewright
