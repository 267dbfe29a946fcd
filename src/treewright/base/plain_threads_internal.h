// Loops and pipelines on std::thread, for the thread sanitizer: it does not see into oneTBB and reports the library's own
// synchronisation as races. On plain threads it misses no race of ours.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace treewright {

/// Calls work(0) … work(count − 1) concurrently.
template <class Work>
void run_on_plain_threads(std::size_t count, const Work& work) {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work, i);
    work(0);
    for (std::thread& thread : threads) thread.join();
}

/// Every thread takes an item through all stages: produce() and consume(slot) in the order of the items. What `consume` throws
/// is rethrown.
template <class Stages>
class PlainPipeline {
public:
    explicit PlainPipeline(Stages& stages) : stages_(stages) {}

    void run(std::size_t threads) {
        run_on_plain_threads(threads, [this](std::size_t) {
            while (take_one()) {
            }
        });
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    bool take_one() {
        std::unique_lock producing(producing_);
        const auto slot = ended_ ? std::nullopt : stages_.produce();
        ended_ = !slot;
        if (!slot) return false;
        const std::size_t number = made_++;
        producing.unlock();
        stages_.work(*slot);
        std::unique_lock consuming(consuming_);
        turn_.wait(consuming, [&] { return failure_ || consumed_ == number; });
        if (!failure_) consume(*slot);
        turn_.notify_all();
        return !failure_;
    }
    void consume(std::size_t slot) {
        try {
            stages_.consume(slot);
            ++consumed_;
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    Stages& stages_;
    std::mutex producing_;
    bool ended_ = false;
    std::size_t made_ = 0;
    std::mutex consuming_;
    std::condition_variable turn_;
    std::size_t consumed_ = 0;
    std::exception_ptr failure_;
};

}  // namespace treewright
