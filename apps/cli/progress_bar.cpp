#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace treewright::cli {

namespace {

constexpr auto between_drawings = std::chrono::milliseconds(100);
constexpr int cells = 24;

void write_to_terminal(std::string_view text) {
    // A terminal that takes no more text is no reason to stop the work.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

std::string time_left(double seconds) {
    const double rounded = std::ceil(seconds);
    if (rounded < 120.0) return fmt::format("{:.0f} s left", rounded);
    if (rounded < 7200.0) return fmt::format("{:.0f} min left", std::ceil(rounded / 60.0));
    return fmt::format("{:.0f} h left", std::ceil(rounded / 3600.0));
}

}  // namespace

std::string progress_line(std::string_view stage, double share, double seconds_so_far) {
    const double bounded = std::isnan(share) ? 0.0 : std::clamp(share, 0.0, 1.0);
    const int full = static_cast<int>(bounded * cells);
    std::string line = fmt::format("{}  [{}{}] {:3.0f} %", stage, std::string(static_cast<std::size_t>(full), '#'),
                                   std::string(static_cast<std::size_t>(cells - full), '.'), std::floor(bounded * 100.0));
    // The first hundredth says too little about the rest.
    if (bounded >= 0.01 && bounded < 1.0) line += ", " + time_left(seconds_so_far * (1.0 - bounded) / bounded);
    return line;
}

void ProgressBar::disable() {
    erase();
    enabled_ = false;
}

void ProgressBar::begin_stage(std::string_view stage, Clock::time_point now) {
    stage_ = stage;
    started_ = now;
}

void ProgressBar::show(std::string_view stage, double share) {
    if (!enabled_) return;
    const Clock::time_point now = Clock::now();
    if (stage != stage_) begin_stage(stage, now);
    if (now < first_drawing_ || (visible_ && now - drawn_ < between_drawings)) return;
    const std::chrono::duration<double> so_far = now - started_;
    write_to_terminal("\r\x1b[K" + progress_line(stage, share, so_far.count()));
    visible_ = true;
    drawn_ = now;
}

void ProgressBar::erase() {
    if (!visible_) return;
    write_to_terminal("\r\x1b[K");
    visible_ = false;
}

}  // namespace treewright::cli
