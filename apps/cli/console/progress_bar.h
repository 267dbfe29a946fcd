// A progress bar: one line on the terminal with the current stage, the share done and the time left. Not shown for work that
// takes less than half a second.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace treewright::cli {

class ProgressBar {
public:
    explicit ProgressBar(bool enabled) : enabled_(enabled) {}
    ~ProgressBar() { erase(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void disable();
    void show(std::string_view stage, double share);
    void erase();

private:
    using Clock = std::chrono::steady_clock;

    void begin_stage(std::string_view stage, Clock::time_point now);

    bool enabled_;
    bool visible_ = false;
    std::string stage_;
    Clock::time_point started_ = Clock::now();  ///< the current stage
    Clock::time_point drawn_ = Clock::now();
    Clock::time_point first_drawing_ = Clock::now() + std::chrono::milliseconds(500);
};

/// "growing the tree  [########............]  40 %, 12 s left", in that many columns.
std::string progress_line(std::string_view stage, double share, double seconds_so_far, std::size_t width = 80);

}  // namespace treewright::cli
