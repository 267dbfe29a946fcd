#include "treewright/criteria/cost_gini.h"

#include "treewright/criteria/class_shares.h"

namespace treewright {

double CostGiniCriterion::impurity(const Sums& rows) const {
    const double total = total_mass(rows, factors_);
    double cost = 0.0;
    for (std::size_t i = 0; i < costs_.classes; ++i) {
        const double share_i = class_mass(rows, factors_, i) / total;
        for (std::size_t j = 0; j < costs_.classes; ++j)
            if (j != i) cost += costs_.at(i, j) * share_i * (class_mass(rows, factors_, j) / total);
    }
    return cost;
}

double CostGiniCriterion::gain(const Sums& rows, std::span<const Sums> branches) const {
    const double total = total_mass(rows, factors_);
    double mean = 0.0;
    for (const Sums& branch : branches)
        if (branch.weight > 0) mean += total_mass(branch, factors_) / total * impurity(branch);
    return impurity(rows) - mean;
}

double CostGiniCriterion::mass(const Sums& rows) const { return total_mass(rows, factors_); }

}  // namespace treewright
