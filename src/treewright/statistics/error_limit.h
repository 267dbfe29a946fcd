// C4.5's pessimistic error: how many errors a leaf would make at worst, at a confidence, on rows that were not there when it grew.
#pragma once

namespace treewright {

inline constexpr double usual_error_confidence = 0.25;

/// The upper limit of the share of errors, U_CF(errors, weight), of a leaf with so many errors among so much weight. The normal
/// deviate comes from C4.5's own table, linear between its entries. `confidence` is above 0 and at most 1; 0 without weight.
double error_limit(double errors, double weight, double confidence = usual_error_confidence);

/// The same as a number of errors: weight times the share.
double pessimistic_errors(double errors, double weight, double confidence = usual_error_confidence);

}  // namespace treewright
