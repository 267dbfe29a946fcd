// Loops and pipelines on threads; the only place that starts any. Where the system refuses to start one (a limit of processes or of
// memory, the browser), the work is done by those there are.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace treewright {

/// One of `parts` contiguous parts of about the same size.
template <class Item>
std::span<Item> part_of(std::span<Item> items, std::size_t part, std::size_t parts) {
    const std::size_t begin = items.size() * part / parts;
    return items.subspan(begin, items.size() * (part + 1) / parts - begin);
}

class Threads {
public:
    /// 0 means all cores.
    explicit Threads(unsigned count);
    [[nodiscard]] unsigned count() const { return count_; }

    /// Runs work(0) … work(n - 1), on at most `count()` threads; with one thread, in order on the calling thread. If some of
    /// them throw, the exception of the lowest index is rethrown, as if they had run in order; higher ones may be skipped.
    void for_each(std::size_t n, const std::function<void(std::size_t)>& work) const;

    /// The stages of a pipeline. An item occupies one slot, 0 to `slots` - 1, from `produce` to `consume`.
    struct Stages {
        std::function<bool(std::size_t slot)> produce;  ///< in order, one at a time; false: there are no more
        std::function<void(std::size_t slot)> work;     ///< several at a time, in any order
        std::function<void(std::size_t slot)> consume;  ///< in the order of `produce`, one at a time
    };
    /// Runs all items through the stages, at most `slots` of them in flight (with one thread: one). An exception is rethrown as
    /// if each item had passed all stages before the next one was produced.
    void pipeline(std::size_t slots, const Stages& stages) const;

private:
    struct Team;
    unsigned count_;
    std::shared_ptr<Team> team_;  ///< none for one thread; copies share it
};

}  // namespace treewright
