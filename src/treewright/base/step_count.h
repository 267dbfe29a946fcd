// Thread-safe progress of work that consists of a known number of steps.
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>

#include "treewright/base/progress.h"

namespace treewright {

class StepCount {
public:
    /// `stage` must outlive this.
    StepCount(Progress& progress, std::string_view stage, std::size_t steps)
        : progress_(progress), stage_(stage), steps_(steps) {}

    void one_done() {
        const std::lock_guard lock(mutex_);
        progress_.report(stage_, static_cast<double>(++done_) / static_cast<double>(steps_));
    }

private:
    Progress& progress_;
    std::string_view stage_;
    std::size_t steps_;
    std::size_t done_ = 0;
    std::mutex mutex_;
};

}  // namespace treewright
