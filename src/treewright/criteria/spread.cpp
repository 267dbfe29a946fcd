#include "treewright/criteria/spread.h"

namespace treewright {

namespace {

double squared_brackets(const Sums& rows, const Sums& branch) {
    double sum = 0.0;
    for (std::size_t j = 0; j < rows.slots.size(); ++j) {
        const Int128 bracket = static_cast<Int128>(rows.weight) * branch.slots[j] - static_cast<Int128>(branch.weight) * rows.slots[j];
        const auto value = static_cast<double>(bracket);
        sum += value * value;
    }
    return sum;
}

}  // namespace

double spread_gain(const Sums& rows, std::span<const Sums> branches) {
    const auto n = static_cast<double>(rows.weight);
    double sum = 0.0;
    for (const Sums& branch : branches)
        if (branch.weight > 0) sum += squared_brackets(rows, branch) / static_cast<double>(branch.weight);
    return sum / (n * n * n);
}

}  // namespace treewright
