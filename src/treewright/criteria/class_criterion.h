// Common base of the classification criteria: they work on masses, that is weights times the factors of priors, class weights
// and costs.
#pragma once

#include <utility>

#include "treewright/criteria/criterion.h"

namespace treewright {

inline double class_mass(const Sums& rows, const ClassFactors& factors, std::size_t j) {
    const auto weight = static_cast<double>(rows.slots[j]);
    return factors.empty() ? weight : factors[j] * weight;
}

inline double total_mass(const Sums& rows, const ClassFactors& factors) {
    if (factors.empty()) return static_cast<double>(rows.weight);
    double total = 0.0;
    for (std::size_t j = 0; j < factors.size(); ++j) total += class_mass(rows, factors, j);
    return total;
}

class ClassCriterion : public Criterion {
public:
    explicit ClassCriterion(ClassFactors factors) : factors_(std::move(factors)) {}
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override {
        const double total = total_mass(rows, factors_);
        double mean = 0.0;
        for (const Sums& branch : branches)
            if (branch.weight > 0) mean += total_mass(branch, factors_) / total * impurity(branch);
        return impurity(rows) - mean;
    }
    [[nodiscard]] double mass(const Sums& rows) const override { return total_mass(rows, factors_); }

protected:
    [[nodiscard]] const ClassFactors& factors() const { return factors_; }

private:
    ClassFactors factors_;
};

/// A criterion that the engine evaluates from the class masses alone.
class ConcaveCriterion : public ClassCriterion {
public:
    using ClassCriterion::ClassCriterion;
    [[nodiscard]] CutKernel cut_kernel() const final { return CutKernel::concave; }
    [[nodiscard]] bool is_concave(std::size_t /*classes_present*/) const override { return true; }
    /// Mass times impurity of classes with these masses, which add up to `total` > 0. A concave function of the masses, 0 for a
    /// pure node. The engine's bounds for bins follow from that.
    [[nodiscard]] virtual double impurity_mass(std::span<const double> masses, double total) const = 0;
    /// Upper bound of the rounding error of `impurity_mass` divided by the total, in units of 2⁻⁵³ per class, beyond a few
    /// units of the impurity.
    [[nodiscard]] virtual double rounding(double total) const = 0;
};

}  // namespace treewright
