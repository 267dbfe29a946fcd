#include "bench/measurement.h"

#include <ctime>
#include <fstream>
#include <string>
#include <string_view>

namespace bench {

namespace {

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::size_t status_bytes(std::string_view key) {
    std::ifstream status("/proc/self/status");
    std::string word;
    std::size_t kilobytes = 0;
    while (status >> word)
        if (word == key && status >> kilobytes) return kilobytes * 1024;
    return 0;
}

/// The kernel's high-water mark starts again from what is held now (proc(5), clear_refs).
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace

Stopwatch::Stopwatch() {
    forget_peak();
    resident_before_ = status_bytes("VmRSS:");
    cpu_ = seconds(CLOCK_PROCESS_CPUTIME_ID);
    wall_ = seconds(CLOCK_MONOTONIC);
}

Measurement Stopwatch::stop() const {
    const double wall = seconds(CLOCK_MONOTONIC) - wall_;
    const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_;
    return {wall, cpu, resident_before_, status_bytes("VmHWM:")};
}

}  // namespace bench
