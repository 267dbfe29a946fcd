#include "treewright/growing/growth_queue.h"

#include <algorithm>
#include <utility>

namespace treewright {

void GrowthQueue::push(PendingSplit pending) {
    pending.sequence = next_sequence_++;
    heap_.push_back(std::make_unique<PendingSplit>(std::move(pending)));
    std::push_heap(heap_.begin(), heap_.end(), by_order());
}

std::unique_ptr<PendingSplit> GrowthQueue::pop() {
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), by_order());
    auto first = std::move(heap_.back());
    heap_.pop_back();
    return first;
}

GrowthQueue::Later depth_first() {
    return [](const PendingSplit& a, const PendingSplit& b) { return a.sequence < b.sequence; };
}

GrowthQueue::Later best_first(std::function<bool(std::uint32_t, std::uint32_t)> precedes) {
    return [precedes = std::move(precedes)](const PendingSplit& a, const PendingSplit& b) {
        if (a.priority != b.priority) return a.priority < b.priority;
        return precedes(b.node, a.node);
    };
}

}  // namespace treewright
