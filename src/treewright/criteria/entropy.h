// Entropy of the label in bits: the measure of information gain and of gain ratio.
#pragma once

#include <utility>

#include "treewright/criteria/criterion.h"

namespace treewright {

class EntropyCriterion : public Criterion {
public:
    explicit EntropyCriterion(ClassFactors factors = {}) : factors_(std::move(factors)) {}
    [[nodiscard]] double impurity(const Sums& rows) const override;
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override;
    [[nodiscard]] double mass(const Sums& rows) const override;

private:
    ClassFactors factors_;
};

}  // namespace treewright
