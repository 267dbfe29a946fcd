#include "treewright/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(Threads, runs_everything_once) {
    for (const unsigned count : {0U, 1U, 2U, 8U}) {
        std::vector<std::atomic<int>> runs(10'000);
        Threads(count).for_each(runs.size(), [&](std::size_t i) { ++runs[i]; });
        EXPECT_TRUE(std::all_of(runs.begin(), runs.end(), [](const auto& run) { return run == 1; })) << count;
    }
}

TEST(Threads, loops_in_loops_end_and_teams_live_side_by_side) {
    const Threads three(3);
    const Threads eight(8);
    const Threads copy = three;
    std::atomic<int> runs{0};
    for (int round = 0; round < 20; ++round)
        three.for_each(6, [&](std::size_t) {
            copy.for_each(5, [&](std::size_t) { ++runs; });
            eight.for_each(4, [&](std::size_t) { ++runs; });
        });
    EXPECT_EQ(runs, 20 * 6 * (5 + 4));
}

TEST(Threads, a_thread_that_waits_for_a_loop_takes_no_other_work) {
    const Threads threads(2);
    std::mutex mutex;
    std::set<std::thread::id> busy;
    threads.for_each(50, [&](std::size_t) {
        {
            const std::lock_guard lock(mutex);
            EXPECT_TRUE(busy.insert(std::this_thread::get_id()).second);
        }
        threads.for_each(20, [](std::size_t) { std::this_thread::yield(); });
        const std::lock_guard lock(mutex);
        busy.erase(std::this_thread::get_id());
    });
}

TEST(Threads, a_failure_leaves_the_team_fit_for_work) {
    const Threads threads(3);
    for (int round = 0; round < 20; ++round) {
        EXPECT_THROW(threads.for_each(10, [](std::size_t) { throw std::runtime_error("no"); }), std::runtime_error);
        std::atomic<int> runs{0};
        threads.for_each(10, [&](std::size_t) { ++runs; });
        EXPECT_EQ(runs, 10);
    }
}

TEST(Threads, nothing_to_do) {
    Threads(4).for_each(0, [](std::size_t) { FAIL(); });
}

TEST(Threads, pipeline_keeps_the_order) {
    for (const unsigned count : {1U, 2U, 3U, 8U}) {
        std::vector<std::size_t> items(6), ended;
        std::size_t made = 0;
        Threads(count).pipeline(items.size(), {[&](std::size_t slot) {
                                                   items[slot] = made;
                                                   return made++ < 1000;
                                               },
                                               [&](std::size_t slot) { items[slot] *= 2; },
                                               [&](std::size_t slot) { ended.push_back(items[slot]); }});
        ASSERT_EQ(ended.size(), 1000U) << count;
        for (std::size_t i = 0; i < ended.size(); ++i) ASSERT_EQ(ended[i], 2 * i) << count;
    }
}

/// Whichever stage fails first in time, the exception is that of the first failure in the order of the items.
TEST(Threads, pipeline_throws_in_order) {
    for (const unsigned count : {1U, 2U, 8U})
        for (const std::string stage : {"produce", "work", "consume"}) {
            std::vector<std::size_t> items(4);
            std::size_t made = 0, ended = 0;
            const auto fail = [&](const char* where, std::size_t item) {
                if (stage == where && item >= 20) throw std::runtime_error(std::to_string(item));
            };
            try {
                Threads(count).pipeline(items.size(), {[&](std::size_t slot) {
                                                           items[slot] = made++;
                                                           fail("produce", items[slot]);
                                                           return made < 100;
                                                       },
                                                       [&](std::size_t slot) { fail("work", items[slot]); },
                                                       [&](std::size_t slot) {
                                                           fail("consume", items[slot]);
                                                           ++ended;
                                                       }});
                FAIL() << stage;
            } catch (const std::runtime_error& error) {
                EXPECT_EQ(error.what(), std::string("20")) << stage << ", " << count << " threads";
            }
            EXPECT_EQ(ended, 20U) << stage << ", " << count << " threads";
        }
}

TEST(Threads, zero_means_all_cores) { EXPECT_GE(Threads(0).count(), 1U); }

TEST(Threads, one_runs_in_order_on_the_calling_thread) {
    const auto caller = std::this_thread::get_id();
    std::vector<std::size_t> order;
    Threads(1).for_each(100, [&](std::size_t i) {
        EXPECT_EQ(std::this_thread::get_id(), caller) << i;
        order.push_back(i);
    });
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    EXPECT_EQ(order.size(), 100U);
}

/// Counts the threads that take part, and makes one of them wait until there are two: on a busy machine the second may start
/// late.
class Meeting {
public:
    void arrive() {
        std::unique_lock lock(mutex_);
        seen_.insert(std::this_thread::get_id());
        second_came_.notify_all();
        const auto enough = [this] { return gave_up_ || seen_.size() > 1; };
        gave_up_ = !second_came_.wait_for(lock, std::chrono::seconds(30), enough) || gave_up_;
    }
    [[nodiscard]] std::size_t threads() const { return seen_.size(); }

private:
    std::mutex mutex_;
    std::condition_variable second_came_;
    std::set<std::thread::id> seen_;
    bool gave_up_ = false;
};

TEST(Threads, uses_no_more_than_its_count_also_beyond_the_cores) {
    for (const unsigned count : {2U, 3U, 8U}) {
        Meeting meeting;
        std::atomic<unsigned> running{0};
        std::atomic<unsigned> most{0};
        Threads(count).for_each(400, [&](std::size_t) {
            const unsigned now = ++running;
            for (unsigned before = most.load(); before < now && !most.compare_exchange_weak(before, now);) {
            }
            meeting.arrive();
            --running;
        });
        EXPECT_LE(most.load(), count);
        EXPECT_GT(meeting.threads(), 1U);
    }
}

TEST(Threads, the_first_failure_comes_out) {
    for (const unsigned count : {1U, 2U, 8U})
        for (int round = 0; round < 50; ++round) try {
                Threads(count).for_each(1000, [](std::size_t i) {
                    if (i >= 300) throw std::runtime_error(std::to_string(i));
                });
                FAIL() << "nothing was thrown";
            } catch (const std::runtime_error& error) {
                EXPECT_STREQ(error.what(), "300") << count;
            }
}

}  // namespace
}  // namespace treewright
