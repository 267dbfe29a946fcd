// The gain that Gini and squared error share, in the form without cancellation:
//
//     gain = Σ_b Σ_j (n·c_bj − n_b·c_j)² / (n³·n_b)      over branches b and slots j
//
// For classes c is the weight of a class; for squared error the one slot is the sum of the targets. The brackets are exact
// integers (below 2^125, since every sum is below 2^62), so equal cuts get equal gains, however they were computed.
#pragma once

#include <span>

#include "treewright/criteria/sums.h"

namespace treewright {

double spread_gain(const Sums& rows, std::span<const Sums> branches);

}  // namespace treewright
