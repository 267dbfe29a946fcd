// The standard normal distribution.
#pragma once

namespace treewright {

/// The number below which a share of the distribution lies.
double normal_quantile(double share);
/// The share of the distribution below a number.
double normal_share(double number);

}  // namespace treewright
