#include "treewright/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#ifdef TREEWRIGHT_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#endif

#ifdef __SANITIZE_THREAD__
#include "treewright/base/plain_threads_internal.h"
#endif

namespace treewright {

namespace {

/// One item after the other.
void run_in_order(const Threads::Stages& stages) {
    while (stages.produce(0)) {
        stages.work(0);
        stages.consume(0);
    }
}

}  // namespace

#ifdef TREEWRIGHT_HAS_TBB
namespace {

unsigned cores() { return static_cast<unsigned>(std::max(1, tbb::info::default_concurrency())); }

/// Keeps the exception of the lowest index, and lets higher indices skip their work.
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

/// The stages with exceptions kept in the item's slot, rethrown when it is the item's turn to be consumed.
class OrderedFailures {
public:
    OrderedFailures(const Threads::Stages& stages, std::size_t slots) : stages_(stages), failures_(slots) {}

    /// The slot of the next item; none at the end.
    std::optional<std::size_t> produce() {
        // Items end in the order in which they began, so the slots form a ring: that of the item `failures_.size()` before is
        // free.
        const std::size_t slot = made_ % failures_.size();
        if (!produce_in(slot)) return std::nullopt;
        ++made_;
        return slot;
    }
    void work(std::size_t slot) {
        if (failures_[slot]) return;
        try {
            stages_.work(slot);
        } catch (...) {
            failures_[slot] = std::current_exception();
        }
    }
    void consume(std::size_t slot) {
        if (failures_[slot]) std::rethrow_exception(failures_[slot]);
        stages_.consume(slot);
    }

private:
    bool produce_in(std::size_t slot) {
        if (ended_) return false;
        try {
            return stages_.produce(slot);
        } catch (...) {
            failures_[slot] = std::current_exception();
            ended_ = true;
            return true;
        }
    }

    const Threads::Stages& stages_;
    std::vector<std::exception_ptr> failures_;
    std::size_t made_ = 0;
    bool ended_ = false;
};

}  // namespace

/// A thread pool, kept from loop to loop.
struct Threads::Team {
    explicit Team(unsigned count) : arena(static_cast<int>(count)) {
        // oneTBB starts no more threads than there are cores unless told to. With several teams alive, the smallest such
        // setting holds for all.
        if (count > cores()) more.emplace(tbb::global_control::max_allowed_parallelism, count);
    }
    /// A thread that waits inside `work` may steal only parts of the same work: the caller may hold a lock.
    template <class Work>
    void run(const Work& work) {
        arena.execute([&] { tbb::this_task_arena::isolate(work); });
    }
    std::optional<tbb::global_control> more;
    tbb::task_arena arena;
};

namespace {

#ifdef __SANITIZE_THREAD__
template <class Team, class Work>
void run_on_all(Team&, std::size_t count, const Work& work) {
    run_on_plain_threads(count, work);
}

template <class Team>
void run_stages(Team& team, std::size_t slots, OrderedFailures& stages) {
    PlainPipeline(stages).run(std::min<std::size_t>(slots, static_cast<std::size_t>(team.arena.max_concurrency())));
}
#else
/// Calls work(0) … work(count − 1) concurrently, as far as threads are free.
template <class Team, class Work>
void run_on_all(Team& team, std::size_t count, const Work& work) {
    team.run([&] { tbb::parallel_for(std::size_t{0}, count, work, tbb::simple_partitioner()); });
}

template <class Team>
void run_stages(Team& team, std::size_t slots, OrderedFailures& stages) {
    const auto produce = [&](tbb::flow_control& control) -> std::size_t {
        const std::optional<std::size_t> slot = stages.produce();
        if (!slot) control.stop();
        return slot.value_or(0);
    };
    const auto work = [&](std::size_t slot) {
        stages.work(slot);
        return slot;
    };
    const auto consume = [&](std::size_t slot) { stages.consume(slot); };
    team.run([&] {
        tbb::parallel_pipeline(slots, tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, produce) &
                                          tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, work) &
                                          tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, consume));
    });
}
#endif

}  // namespace

Threads::Threads(unsigned count)
    : count_(count == 0 ? cores() : count), team_(count_ > 1 ? std::make_shared<Team>(count_) : nullptr) {}

void Threads::for_each(std::size_t n, const std::function<void(std::size_t)>& work) const {
    if (count_ == 1 || n <= 1) {
        for (std::size_t i = 0; i < n; ++i) work(i);
        return;
    }
    FirstFailure failure;
    std::atomic<std::size_t> next{0};
    // Each thread takes the next free index: they begin in order, so a caller can put the longest work first.
    const auto run_some = [&](std::size_t) {
        const auto take_next = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
        for (std::size_t i = take_next(); i < n && !failure.comes_before(i); i = take_next()) {
            try {
                work(i);
            } catch (...) {
                failure.keep(i);
            }
        }
    };
    run_on_all(*team_, std::min<std::size_t>(n, count_), run_some);
    failure.rethrow();
}

void Threads::pipeline(std::size_t slots, const Stages& stages) const {
    if (count_ == 1 || slots <= 1) return run_in_order(stages);
    OrderedFailures guarded(stages, slots);
    run_stages(*team_, slots, guarded);
}
#else
struct Threads::Team {};

Threads::Threads(unsigned) : count_(1) {}

void Threads::for_each(std::size_t n, const std::function<void(std::size_t)>& work) const {
    for (std::size_t i = 0; i < n; ++i) work(i);
}

void Threads::pipeline(std::size_t /*slots*/, const Stages& stages) const { run_in_order(stages); }
#endif

}  // namespace treewright
