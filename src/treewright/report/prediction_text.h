// What is predicted for a row, as fields of CSV or members of JSON.
#pragma once

#include <string>
#include <vector>

#include "treewright/prediction/any_predictor.h"

namespace treewright {

/// By its leaf or rule, or by all leaves that it ends in.
struct RowPrediction {
    Outcome outcome;
    std::vector<double> probabilities;  ///< of each class; empty for regression
};

/// prediction, p:CLASS for each class, leaf or rule.
std::string prediction_header(const AnyPredictor& predictor);
/// The fields below that header.
std::string prediction_csv(const AnyPredictor& predictor, const RowPrediction& prediction);
/// The members of an object, and its closing brace.
std::string prediction_json(const AnyPredictor& predictor, const RowPrediction& prediction);

}  // namespace treewright
