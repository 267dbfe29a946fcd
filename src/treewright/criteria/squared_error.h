// The variance of the target around its mean, in the fixed-point units of the sums.
#pragma once

#include "treewright/criteria/criterion.h"

namespace treewright {

class SquaredErrorCriterion : public Criterion {
public:
    /// `weight_bits`: a weight of w is the integer w·2^weight_bits in `Sums::weight`, and w in the other sums.
    explicit SquaredErrorCriterion(int weight_bits = 0) : weight_bits_(weight_bits) {}
    [[nodiscard]] double impurity(const Sums& rows) const override;
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override;

private:
    int weight_bits_;
};

}  // namespace treewright
