// Classes that are chosen by the weights of the training table alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/criteria/criterion.h"
#include "treewright/data/ids.h"

namespace treewright {

/// What costs least if it is said of every row: the baseline of every figure. Without costs the heaviest class; equal ones: the first.
inline ClassId constant_class(std::span<const double> class_weights, const CostMatrix& costs) {
    std::vector<double> merits(class_weights.begin(), class_weights.end());
    if (!costs.empty())
        for (std::size_t predicted = 0; predicted < merits.size(); ++predicted) {
            merits[predicted] = 0.0;
            for (std::size_t truth = 0; truth < merits.size(); ++truth)
                merits[predicted] -= class_weights[truth] * costs.at(truth, predicted);
        }
    return static_cast<ClassId>(std::max_element(merits.begin(), merits.end()) - merits.begin());
}

/// Of two classes the one whose AUC is told: the rarer; equal ones: the second.
inline std::size_t rarer_class(std::span<const double> class_weights) { return class_weights[0] < class_weights[1] ? 0 : 1; }

}  // namespace treewright
