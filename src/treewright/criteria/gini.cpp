#include "treewright/criteria/gini.h"

#include "treewright/criteria/class_shares.h"
#include "treewright/criteria/spread.h"

namespace treewright {

namespace {

/// spread_gain's formula with factors: the same in doubles.
double spread_gain_with(const ClassFactors& factors, const Sums& rows, std::span<const Sums> branches) {
    const double n = total_mass(rows, factors);
    double sum = 0.0;
    for (const Sums& branch : branches) {
        const double n_b = total_mass(branch, factors);
        if (!(n_b > 0.0)) continue;
        double brackets = 0.0;
        for (std::size_t j = 0; j < factors.size(); ++j) {
            const double bracket = n * class_mass(branch, factors, j) - n_b * class_mass(rows, factors, j);
            brackets += bracket * bracket;
        }
        sum += brackets / n_b;
    }
    return sum / (n * n * n);
}

}  // namespace

// As Σ p(1 − p): 1 − Σ p² would leave noise of an almost pure node.
double GiniCriterion::impurity(const Sums& rows) const {
    const double total = total_mass(rows, factors_);
    double sum = 0.0;
    for (std::size_t j = 0; j < rows.slots.size(); ++j) {
        const double mass = class_mass(rows, factors_, j);
        sum += mass / total * ((total - mass) / total);
    }
    return sum;
}

double GiniCriterion::gain(const Sums& rows, std::span<const Sums> branches) const {
    return factors_.empty() ? spread_gain(rows, branches) : spread_gain_with(factors_, rows, branches);
}

double GiniCriterion::mass(const Sums& rows) const { return total_mass(rows, factors_); }

}  // namespace treewright
