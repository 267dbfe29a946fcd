#include "treewright/base/parallel.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace treewright {

namespace {

/// How often a thread looks for work before it sleeps: some 20 µs, in which the next loop has often begun. Waking up takes longer.
constexpr int looks_before_sleep = 1000;

/// Those that this process may run on.
unsigned cores() {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
#endif
    return std::max(1U, std::thread::hardware_concurrency());
}

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

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

/// Items on their way through the stages. Item k is in slot k % slots; items end in the order in which they began, so the slot
/// of item k - slots is free when k begins. What `produce` and `work` throw is kept until it is the item's turn to be consumed.
class Pipeline {
public:
    Pipeline(const Threads::Stages& stages, std::size_t slots) : stages_(stages), slots_(slots) {}

    /// What a thread does until there is nothing left to begin. The items that others still have at work they consume themselves.
    void run_some() {
        std::unique_lock lock(mutex_);
        while (true) {
            if (may_consume())
                consume(lock);
            else if (may_produce())
                produce_and_work(lock);
            else if (ended_)
                return;
            else
                changed_.wait(lock);
        }
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    struct Slot {
        bool done = false;
        std::exception_ptr failure;
    };

    [[nodiscard]] Slot& slot_of(std::size_t item) { return slots_[item % slots_.size()]; }
    [[nodiscard]] bool may_consume() { return !failure_ && !consuming_ && consumed_ < produced_ && slot_of(consumed_).done; }
    [[nodiscard]] bool may_produce() const { return !ended_ && !producing_ && produced_ - consumed_ < slots_.size(); }

    void consume(std::unique_lock<std::mutex>& lock) {
        Slot& slot = slot_of(consumed_);
        consuming_ = true;
        lock.unlock();
        if (!slot.failure) call(slot, [&](std::size_t number) { stages_.consume(number); });
        lock.lock();
        consuming_ = false;
        slot.done = false;
        ++consumed_;
        if (slot.failure) {
            failure_ = slot.failure;
            ended_ = true;
        }
        changed_.notify_all();
    }

    void produce_and_work(std::unique_lock<std::mutex>& lock) {
        Slot& slot = slot_of(produced_);
        producing_ = true;
        lock.unlock();
        bool made = true;
        call(slot, [&](std::size_t number) { made = stages_.produce(number); });
        lock.lock();
        producing_ = false;
        ended_ = ended_ || !made || slot.failure;
        produced_ += made ? 1 : 0;
        changed_.notify_all();
        if (!made) return;
        lock.unlock();
        if (!slot.failure) call(slot, [&](std::size_t number) { stages_.work(number); });
        lock.lock();
        slot.done = true;
        changed_.notify_all();
    }

    template <class Stage>
    void call(Slot& slot, const Stage& stage) {
        try {
            stage(static_cast<std::size_t>(&slot - slots_.data()));
        } catch (...) {
            slot.failure = std::current_exception();
        }
    }

    const Threads::Stages& stages_;
    std::vector<Slot> slots_;
    std::mutex mutex_;  ///< guards what follows, and who may use a slot
    std::condition_variable changed_;
    std::size_t produced_ = 0;
    std::size_t consumed_ = 0;
    bool producing_ = false;
    bool consuming_ = false;
    bool ended_ = false;  ///< no item begins any more
    std::exception_ptr failure_;
};

}  // namespace

/// Threads that are kept from loop to loop. A loop is offered to them; those that are free join it, and who offered it works
/// along, so that it ends even if none comes. Therefore a thread that the system refuses to start is simply not there.
struct Threads::Team {
    explicit Team(unsigned count) : most_(count - 1), looks_(count <= cores() ? looks_before_sleep : 0) {
        threads_.reserve(most_);
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            offers_.store(1);
        }
        offered_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    /// Calls `work`, which must not throw, on the calling thread and at the same time on up to `helpers` others. A call that
    /// has not begun when that of the calling thread returns is not made.
    void run(std::size_t helpers, const std::function<void()>& work) {
        Job job{work, helpers};
        offer(job);
        work();
        wait_for_helpers(job);
    }

private:
    struct Job {
        const std::function<void()>& work;
        std::size_t wanted;  ///< how many more may join
        std::atomic<std::size_t> running{0};
        std::condition_variable ended{};
    };

    void offer(Job& job) {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(&job);
        offers_.store(jobs_.size());
        start_threads(job.wanted);
        offered_.notify_one();
    }

    void start_threads(std::size_t wanted) {
        while (idle_ < wanted && threads_.size() < most_) {
            try {
                threads_.emplace_back([this] { help(); });
                ++idle_;
            } catch (const std::exception&) {  // a limit of processes or of memory: not asked again
                most_ = threads_.size();
            }
        }
    }

    void help() {
        std::unique_lock lock(mutex_);
        while (wait_for_offer(lock)) {
            Job& job = *jobs_.back();  // the innermost loop, for which somebody waits
            if (--job.wanted == 0) jobs_.pop_back();
            offers_.store(jobs_.size());
            ++job.running;
            --idle_;
            if (!jobs_.empty()) {  // each that comes wakes two more
                offered_.notify_one();
                offered_.notify_one();
            }
            lock.unlock();
            job.work();
            lock.lock();
            ++idle_;
            if (--job.running == 0) job.ended.notify_one();
        }
    }

    /// False: the team is dissolved.
    bool wait_for_offer(std::unique_lock<std::mutex>& lock) {
        if (jobs_.empty() && looks_ > 0) {
            lock.unlock();
            for (int look = 0; look < looks_ && offers_.load(std::memory_order_relaxed) == 0; ++look) pause_briefly();
            lock.lock();
        }
        offered_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
        return !stopping_;
    }

    void wait_for_helpers(Job& job) {
        {
            const std::lock_guard lock(mutex_);
            std::erase(jobs_, &job);
            offers_.store(jobs_.size());
        }
        for (int look = 0; look < looks_ && job.running.load(std::memory_order_relaxed) != 0; ++look) pause_briefly();
        std::unique_lock lock(mutex_);
        job.ended.wait(lock, [&] { return job.running == 0; });
    }

    std::size_t most_;
    int looks_;
    std::mutex mutex_;  ///< guards what follows; `offers_` and `Job::running` may be looked at without it
    std::condition_variable offered_;
    std::vector<Job*> jobs_;  ///< that want helpers
    std::atomic<std::size_t> offers_{0};
    std::vector<std::thread> threads_;
    std::size_t idle_ = 0;
    bool stopping_ = false;
};

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
    team_->run(std::min<std::size_t>(n, count_) - 1, [&] {
        const auto take_next = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
        for (std::size_t i = take_next(); i < n && !failure.comes_before(i); i = take_next()) {
            try {
                work(i);
            } catch (...) {
                failure.keep(i);
            }
        }
    });
    failure.rethrow();
}

void Threads::pipeline(std::size_t slots, const Stages& stages) const {
    if (count_ == 1 || slots <= 1) {
        while (stages.produce(0)) {
            stages.work(0);
            stages.consume(0);
        }
        return;
    }
    Pipeline items(stages, slots);
    team_->run(std::min<std::size_t>(slots, count_) - 1, [&] { items.run_some(); });
    items.rethrow();
}

}  // namespace treewright
