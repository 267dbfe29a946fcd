#include "treewright/statistics/error_limit.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace treewright {

namespace {

struct TableEntry {
    double confidence;
    double deviate;
};
constexpr std::array<TableEntry, 9> table{{{0.0, 4.0},
                                           {0.001, 3.09},
                                           {0.005, 2.58},
                                           {0.01, 2.33},
                                           {0.05, 1.65},
                                           {0.10, 1.28},
                                           {0.20, 0.84},
                                           {0.40, 0.25},
                                           {1.00, 0.0}}};

double deviate(double confidence) {
    std::size_t above = 1;
    while (above + 1 < table.size() && confidence > table[above].confidence) ++above;
    const TableEntry& low = table[above - 1];
    const TableEntry& high = table[above];
    return low.deviate + (high.deviate - low.deviate) * (confidence - low.confidence) / (high.confidence - low.confidence);
}

/// At least one error.
double limit_of_errors(double errors, double weight, double confidence) {
    constexpr double share_of_the_rest = 0.67;  // where nearly all rows are errors
    if (errors + 0.5 >= weight) return (errors + share_of_the_rest * (weight - errors)) / weight;
    const double z = deviate(confidence);
    const double e = errors + 0.5;
    return (e + z * z / 2 + z * std::sqrt(e * (1 - e / weight) + z * z / 4)) / (weight + z * z);
}

}  // namespace

double error_limit(double errors, double weight, double confidence) {
    if (weight <= 0.0) return 0.0;
    if (errors >= 1.0) return limit_of_errors(errors, weight, confidence);
    const double without = 1.0 - std::pow(confidence, 1.0 / weight);
    if (errors <= 0.0) return without;
    return without + errors * (limit_of_errors(1.0, weight, confidence) - without);
}

double pessimistic_errors(double errors, double weight, double confidence) {
    return weight * error_limit(errors, weight, confidence);
}

}  // namespace treewright
