// The one loop over the seeds of random comparisons. It counts the cases that were not compared: a test that skips them all tests nothing.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

namespace treewright::reference {

/// How many random cases to try: TREEWRIGHT_CASES, if that is set.
inline std::uint64_t number_of_cases(std::uint64_t usual) {
    const char* asked = std::getenv("TREEWRIGHT_CASES");
    return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}

/// The difference between two methods, empty if there is none; no value if the case could not be compared.
using Comparison = std::optional<std::string>;

/// Compares the cases of the seeds from 0 up, and describes those that differ; stops after the third. At least `least_share` of
/// the cases must have been compared, unless there are only a few.
inline void compare_seeds(std::uint64_t count, double least_share, const std::function<Comparison(std::uint64_t)>& compare,
                          const std::function<std::string(std::uint64_t)>& describe) {
    constexpr int most_failures = 3;
    constexpr std::uint64_t few = 40;
    int failures = 0;
    std::uint64_t compared = 0;
    std::uint64_t seed = 0;
    for (; seed < count && failures < most_failures; ++seed) {
        const Comparison found = compare(seed);
        compared += found ? 1 : 0;
        if (!found || found->empty()) continue;
        ADD_FAILURE() << "seed " << seed << ", " << *found << ": " << describe(seed);
        ++failures;
    }
    if (seed < few) return;
    const double share = static_cast<double>(compared) / static_cast<double>(seed);
    EXPECT_GE(share, least_share) << "only " << compared << " of " << seed << " cases were compared";
}

}  // namespace treewright::reference
