// C4.5's pessimistic error: an upper confidence limit of the errors of a leaf on unseen rows.
#pragma once

namespace treewright {

inline constexpr double default_error_confidence = 0.25;

/// The upper limit of the share of errors, U_CF(errors, weight), of a leaf with that many errors in that weight. The normal
/// deviate comes from C4.5's own table with linear interpolation. 0 < `confidence` ≤ 1; the limit is 0 if the weight is 0.
double error_limit(double errors, double weight, double confidence = default_error_confidence);

/// The same as a number of errors: weight times the limit.
double pessimistic_errors(double errors, double weight, double confidence = default_error_confidence);

}  // namespace treewright
