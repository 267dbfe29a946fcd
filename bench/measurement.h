// What one piece of work took: time by the clock, time of the processor, and memory.
#pragma once

#include <cstddef>

namespace bench {

struct Measurement {
    double wall = 0.0;                ///< seconds
    double cpu = 0.0;                 ///< seconds of all threads, user and system
    std::size_t resident_before = 0;  ///< bytes that the process held when the work began: the table, mostly
    std::size_t peak = 0;             ///< bytes that it held at most while working
};

/// Starts on construction; `stop` returns the measurement. The kernel keeps the peak, so nothing is sampled.
class Stopwatch {
public:
    Stopwatch();
    [[nodiscard]] Measurement stop() const;

private:
    std::size_t resident_before_ = 0;
    double wall_ = 0.0;
    double cpu_ = 0.0;
};

}  // namespace bench
