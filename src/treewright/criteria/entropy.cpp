#include "treewright/criteria/entropy.h"

#include <cmath>

#include "treewright/criteria/class_shares.h"

namespace treewright {

// Written in shares, so that weights × 2^k change no bit of the result.
double EntropyCriterion::impurity(const Sums& rows) const {
    const double total = total_mass(rows, factors_);
    double bits = 0.0;
    for (std::size_t j = 0; j < rows.slots.size(); ++j) {
        const double share = class_mass(rows, factors_, j) / total;
        if (share > 0.0) bits -= share * std::log2(share);
    }
    return bits;
}

double EntropyCriterion::gain(const Sums& rows, std::span<const Sums> branches) const {
    const double total = total_mass(rows, factors_);
    double conditional = 0.0;
    for (const Sums& branch : branches)
        if (branch.weight > 0) conditional += total_mass(branch, factors_) / total * impurity(branch);
    return impurity(rows) - conditional;
}

double EntropyCriterion::mass(const Sums& rows) const { return total_mass(rows, factors_); }

double split_information(double total, std::span<const double> masses) {
    double bits = 0.0;
    for (const double mass : masses) {
        const double share = mass / total;
        if (share > 0.0) bits -= share * std::log2(share);
    }
    return bits;
}

}  // namespace treewright
