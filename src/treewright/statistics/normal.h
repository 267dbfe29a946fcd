// The standard normal distribution.
#pragma once

namespace treewright {

/// The quantile: the number below which this share of the distribution lies.
double normal_quantile(double share);
/// The cumulative distribution function.
double normal_share(double number);

}  // namespace treewright
