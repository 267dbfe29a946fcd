#include "treewright/criteria/squared_error.h"

#include <cmath>

#include <boost/multiprecision/cpp_int.hpp>

#include "treewright/criteria/spread.h"

namespace treewright {

// n·Σwq² − (Σwq)² in 256 bits: deep nodes have a spread far below their mean, where doubles would leave only noise.
// With n = w·2^k this is 2^k times the square sum, hence the shifts; the result is in the unit of spread_gain.
double SquaredErrorCriterion::impurity(const Sums& rows) const {
    using Wide = boost::multiprecision::int256_t;
    if (rows.weight <= 0) return 0.0;
    const Wide sum = rows.slots[0];
    const Wide spread = Wide(rows.weight) * Wide(rows.squares) - ((sum * sum) << weight_bits_);
    if (spread <= 0) return 0.0;
    const auto n = static_cast<double>(rows.weight);
    return std::ldexp(spread.convert_to<double>() / (n * n), -weight_bits_);
}

double SquaredErrorCriterion::gain(const Sums& rows, std::span<const Sums> branches) const {
    return spread_gain(rows, branches);
}

}  // namespace treewright
