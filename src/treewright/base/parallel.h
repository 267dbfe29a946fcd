// The one place that knows the thread library. Where it is absent (the browser), everything runs on the calling thread.
#pragma once

#include <cstddef>
#include <functional>

namespace treewright {

class Threads {
public:
    /// 0 means all cores.
    explicit Threads(unsigned count);
    [[nodiscard]] unsigned count() const { return count_; }

    /// Runs work(0) … work(n - 1), on at most `count()` threads; with one thread in order on the calling one. If some of them
    /// throw, the exception of the lowest number comes out, as if they had run in order; higher ones may be left out.
    void for_each(std::size_t n, const std::function<void(std::size_t)>& work) const;

private:
    unsigned count_;
};

}  // namespace treewright
