// Confidence intervals: of the share of a class, of a mean.
#pragma once

namespace treewright {

struct Interval {
    double low = 0.0;
    double high = 0.0;
};

inline constexpr double usual_confidence = 0.95;

/// Wilson's interval of a share that was seen in `weight` rows; 0 to 1 without rows.
Interval wilson_interval(double share, double weight, double confidence = usual_confidence);

/// Clopper and Pearson's interval, which covers at least as often as it says, whatever the share; 0 to 1 without rows. A weight that is no
/// whole number is taken as it is.
Interval clopper_pearson_interval(double share, double weight, double confidence = usual_confidence);

/// What is known of a sample.
struct SampleMoments {
    double mean = 0.0;
    double variance = 0.0;  ///< the mean square around the mean (divided by n, not n − 1)
    double weight = 0.0;    ///< the number of rows
};

/// Student's interval of the mean that a sample was drawn from; infinite with one row or less.
Interval mean_interval(const SampleMoments& sample, double confidence = usual_confidence);

}  // namespace treewright
