// Gini's impurity 1 − Σ p².
#pragma once

#include <utility>

#include "treewright/criteria/criterion.h"

namespace treewright {

class GiniCriterion : public Criterion {
public:
    explicit GiniCriterion(ClassFactors factors = {}) : factors_(std::move(factors)) {}
    [[nodiscard]] double impurity(const Sums& rows) const override;
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override;
    [[nodiscard]] double mass(const Sums& rows) const override;

private:
    ClassFactors factors_;
};

}  // namespace treewright
