// Random tables of some hundred rows with random options: continuous, rounded and constant numbers, ±0, denormals, infinities, missing
// values, 1 to 300 levels, 2 to 30 classes, tiny and huge targets, weights.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "reference/case.h"

namespace treewright {

/// How many random cases to try: TREEWRIGHT_CASES, if that is set.
inline std::uint64_t number_of_cases(std::uint64_t usual) {
    const char* asked = std::getenv("TREEWRIGHT_CASES");
    return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}

class RandomTable {
public:
    explicit RandomTable(std::uint64_t seed, std::size_t rows = 0);  ///< 0: some number of rows
    [[nodiscard]] const reference::Problem& problem() const { return problem_; }
    [[nodiscard]] std::string description() const;

private:
    void use_floats();
    reference::Problem problem_;
    std::vector<std::unique_ptr<std::vector<float>>> floats_;
};

}  // namespace treewright
