#include "treewright/criteria/spread_internal.h"

namespace treewright {

namespace {

template <class Integer>
double squared_brackets(const Sums& rows, const Sums& branch) {
    double sum = 0.0;
    for (std::size_t j = 0; j < rows.slots.size(); ++j) {
        const Integer bracket = Integer{rows.weight} * branch.slots[j] - Integer{branch.weight} * rows.slots[j];
        const auto value = static_cast<double>(bracket);
        sum += value * value;
    }
    return sum;
}

template <class Integer>
double gain_in(const Sums& rows, std::span<const Sums> branches) {
    const auto n = static_cast<double>(rows.weight);
    double sum = 0.0;
    for (const Sums& branch : branches)
        if (branch.weight > 0) sum += squared_brackets<Integer>(rows, branch) / static_cast<double>(branch.weight);
    return sum / (n * n * n);
}

}  // namespace

// Below 2^31 a bracket fits into 64 bits: the same integer without a library call for its conversion. No sum of a branch
// exceeds that of the node, so the node decides.
double spread_gain(const Sums& rows, std::span<const Sums> branches) {
    constexpr std::int64_t small = std::int64_t{1} << 31;
    bool fits = rows.weight < small;
    for (const std::int64_t slot : rows.slots) fits = fits && slot < small;
    return fits ? gain_in<std::int64_t>(rows, branches) : gain_in<Int128>(rows, branches);
}

}  // namespace treewright
