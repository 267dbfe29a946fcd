#include "cli/console/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "treewright/export/display.h"

namespace treewright::cli {

namespace {

constexpr auto between_drawings = std::chrono::milliseconds(100);
constexpr std::size_t most_cells = 24;
constexpr std::size_t least_cells = 4;
constexpr std::size_t usual_width = 80;
constexpr std::size_t around_cells = 26;  // "  [] 100 %, 119 min left" and a column to spare

/// A line that is wider than the terminal would scroll it with every drawing.
std::size_t terminal_width() {
    winsize window{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col : usual_width;
}

void write_to_terminal(std::string_view text) {
    // A terminal that cannot be written to is not a reason to stop the work.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

std::string time_left(double seconds) {
    const double rounded = std::ceil(seconds);
    if (rounded < 120.0) return fmt::format("{:.0f} s left", rounded);
    if (rounded < 7200.0) return fmt::format("{:.0f} min left", std::ceil(rounded / 60.0));
    return fmt::format("{:.0f} h left", std::ceil(rounded / 3600.0));
}

}  // namespace

std::string progress_line(std::string_view stage, double share, double seconds_so_far, std::size_t width) {
    const double bounded = std::isnan(share) ? 0.0 : std::clamp(share, 0.0, 1.0);
    const std::size_t room = width > around_cells ? width - around_cells : 0;
    const std::string what = shortened(printable(stage), std::max<std::size_t>(room, least_cells + 1) - least_cells);
    const std::size_t left = room - std::min(room, display_width(what));
    const std::size_t cells = std::clamp(left, least_cells, most_cells);
    const auto full = static_cast<std::size_t>(bounded * static_cast<double>(cells));
    std::string line = fmt::format("{}  [{}{}] {:3.0f} %", what, std::string(full, '#'), std::string(cells - full, '.'),
                                   std::floor(bounded * 100.0));
    // The first percent is too little to extrapolate from.
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
    write_to_terminal("\r\x1b[K" + progress_line(stage, share, so_far.count(), terminal_width()));
    visible_ = true;
    drawn_ = now;
}

void ProgressBar::erase() {
    if (!visible_) return;
    write_to_terminal("\r\x1b[K");
    visible_ = false;
}

}  // namespace treewright::cli
