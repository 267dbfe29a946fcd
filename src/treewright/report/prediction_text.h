// What is predicted for a row, as fields of CSV or members of JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/prediction/predict.h"

namespace treewright {

/// By its leaf or rule, or by all leaves that it ends in.
struct RowPrediction {
    Outcome outcome;
    std::vector<double> probabilities;  ///< of each class; empty for regression
};

/// What predictions are about. The schema outlives it.
struct PredictionForm {
    const Schema& schema;
    std::string_view numbered;  ///< what the number of an outcome counts: "leaf" or "rule"
};

/// prediction, p:CLASS for each class, leaf or rule.
std::string prediction_header(const PredictionForm& form);
/// The fields below that header.
std::string prediction_csv(const PredictionForm& form, const RowPrediction& prediction);
/// The members of an object, and its closing brace.
std::string prediction_json(const PredictionForm& form, const RowPrediction& prediction);

}  // namespace treewright
