// The textbook's Gini with a cost matrix, Σᵢ Σ_{j≠i} λᵢⱼ pᵢ pⱼ. With two classes it is proportional to Gini. With three or more it
// is no concave impurity: its gain can be negative, and no shortcut holds for it.
#pragma once

#include <utility>

#include "treewright/criteria/criterion.h"

namespace treewright {

class CostGiniCriterion : public Criterion {
public:
    explicit CostGiniCriterion(CostMatrix costs, ClassFactors factors = {})
        : costs_(std::move(costs)), factors_(std::move(factors)) {}
    [[nodiscard]] double impurity(const Sums& rows) const override;
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override;
    [[nodiscard]] double mass(const Sums& rows) const override;
    [[nodiscard]] bool is_concave(std::size_t classes_present) const override { return classes_present <= 2; }

private:
    CostMatrix costs_;
    ClassFactors factors_;
};

}  // namespace treewright
