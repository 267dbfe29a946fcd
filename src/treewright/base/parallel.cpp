#include "treewright/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>

#ifdef TREEWRIGHT_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace treewright {

#ifdef TREEWRIGHT_HAS_TBB
namespace {

unsigned cores() { return static_cast<unsigned>(std::max(1, tbb::info::default_concurrency())); }

/// Keeps the exception of the lowest number, and tells higher numbers that they need not run.
class FirstFailure {
public:
    [[nodiscard]] bool comes_before(std::size_t number) const { return number > number_.load(std::memory_order_relaxed); }
    void keep(std::size_t number) {
        const std::lock_guard lock(mutex_);
        if (number >= number_.load(std::memory_order_relaxed)) return;
        number_.store(number, std::memory_order_relaxed);
        error_ = std::current_exception();
    }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::atomic<std::size_t> number_{SIZE_MAX};
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace

Threads::Threads(unsigned count) : count_(count == 0 ? cores() : count) {}

void Threads::for_each(std::size_t n, const std::function<void(std::size_t)>& work) const {
    if (count_ == 1 || n <= 1) {
        for (std::size_t i = 0; i < n; ++i) work(i);
        return;
    }
    // oneTBB starts no more threads than there are cores unless it is told to.
    std::optional<tbb::global_control> more;
    if (count_ > cores()) more.emplace(tbb::global_control::max_allowed_parallelism, count_);
    FirstFailure failure;
    tbb::task_arena arena(static_cast<int>(count_));
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) {
            if (failure.comes_before(i)) return;
            try {
                work(i);
            } catch (...) {
                failure.keep(i);
            }
        });
    });
    failure.rethrow();
}
#else
Threads::Threads(unsigned) : count_(1) {}

void Threads::for_each(std::size_t n, const std::function<void(std::size_t)>& work) const {
    for (std::size_t i = 0; i < n; ++i) work(i);
}
#endif

}  // namespace treewright
