// Progress and cancellation of long work. Long loops call `report` every few thousand steps; it throws `Cancelled` once the
// user has asked to stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

/// Some milliseconds of work between two checks for cancellation, if a step takes some nanoseconds.
inline constexpr std::size_t steps_between_checks = 65536;

class Progress {
public:
    /// `show` gets the name of the stage and the share done, 0 to 1. It may be called from one thread at a time only.
    using Show = std::function<void(std::string_view stage, double share)>;

    Progress() = default;
    explicit Progress(Show show) : show_(std::move(show)) {}
    /// For one of several concurrent pieces of work: it shows nothing and stops when the whole does.
    struct PartOf {
        const Progress& whole;
    };
    explicit Progress(PartOf part) : whole_(&part.whole) {}
    /// For one of several consecutive pieces of work: it shows its progress as a part of the whole, and stops when that does.
    Progress(PartOf part, Show show) : show_(std::move(show)), whole_(&part.whole) {}

    void report(std::string_view stage, double share) {
        stop_if_cancelled();
        if (show_) show_(stage, share);
    }
    /// Cheap (one or two relaxed loads) and safe from any thread.
    void stop_if_cancelled() const {
        if (cancelled_.load(std::memory_order_relaxed)) throw Cancelled();
        if (whole_ != nullptr) whole_->stop_if_cancelled();
    }
    /// Safe from a signal handler and from any thread.
    void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }

private:
    Show show_;
    const Progress* whole_ = nullptr;
    std::atomic<bool> cancelled_{false};
};

/// For loops without a number to count by: `step` stops the work now and then if it was cancelled.
class StopCheck {
public:
    explicit StopCheck(const Progress& progress) : progress_(progress) {}
    void step() {
        if (++steps_ % steps_between_checks == 0) progress_.stop_if_cancelled();
    }

private:
    const Progress& progress_;
    std::size_t steps_ = 0;
};

}  // namespace treewright
