// Confidence intervals of a proportion and of a mean.
#pragma once

namespace treewright {

struct Interval {
    double low = 0.0;
    double high = 0.0;
};

inline constexpr double default_confidence = 0.95;

/// Wilson's score interval of a proportion observed in `weight` rows; 0 to 1 without rows.
Interval wilson_interval(double share, double weight, double confidence = default_confidence);

/// Clopper and Pearson's exact (conservative) interval: its coverage is at least the nominal one for every proportion; 0 to 1
/// without rows. The weight need not be an integer.
Interval clopper_pearson_interval(double share, double weight, double confidence = default_confidence);

/// The moments of a sample.
struct SampleMoments {
    double mean = 0.0;
    double variance = 0.0;  ///< the mean square around the mean (divided by n, not n − 1)
    double weight = 0.0;    ///< the number of rows
};

/// Student's t interval of the population mean; infinite with one row or less.
Interval mean_interval(const SampleMoments& sample, double confidence = default_confidence);

}  // namespace treewright
