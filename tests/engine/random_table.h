// Random tables of some hundred rows with random options: continuous, rounded and constant numbers, ±0, denormals, infinities, missing
// values, 1 to 300 levels, 2 to 30 classes, tiny and huge targets, weights.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference/case.h"
#include "reference/seeds.h"

namespace treewright {

class RandomTable {
public:
    explicit RandomTable(std::uint64_t seed, std::size_t rows = 0);  ///< 0: some number of rows
    [[nodiscard]] const reference::Problem& problem() const { return problem_; }
    [[nodiscard]] std::string description() const;

private:
    void use_floats();
    void use_matrix();
    reference::Problem problem_;
    std::vector<std::unique_ptr<std::vector<float>>> floats_;
    std::vector<double> doubles_;
};

/// What a failure prints of the case of a seed.
std::string text_of_small_case(std::uint64_t seed);

}  // namespace treewright
