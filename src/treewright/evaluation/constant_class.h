// Classes chosen by the class weights of the training table alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/criteria/criterion.h"
#include "treewright/data/ids.h"

namespace treewright {

/// The class that costs least if predicted for every row: the baseline of every metric. Without costs the heaviest class; ties: the first.
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

/// The positive class of two: the rarer; ties: the second.
inline std::size_t rarer_class(std::span<const double> class_weights) { return class_weights[0] < class_weights[1] ? 0 : 1; }

}  // namespace treewright
