// Power law of a learning curve: error = a + b·n^-c.
#pragma once

#include <span>

namespace treewright {

struct PowerLaw {
    double floor = 0.0;   ///< a: the asymptote; not below 0
    double height = 0.0;  ///< b, not below 0: 0 for a curve that does not fall
    double slope = 0.5;   ///< c, from 0.1 to 2
    double unit = 1.0;    ///< rows are counted in these, so that b has the size of an error

    [[nodiscard]] double at(double rows) const;
};

struct SizedLoss {
    double rows = 0.0;
    double loss = 0.0;
    double deviation = 0.0;  ///< of the mean
};

/// Least squares within the bounds, in which large sizes count more and one far off the others counts less (Huber). At least three sizes,
/// from small to large.
PowerLaw fit_power_law(std::span<const SizedLoss> sizes);

}  // namespace treewright
