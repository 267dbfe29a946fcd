// The tree for ONNX runtimes: one file with the whole prediction, texts to codes and missing values included, in doubles.
//
// Inputs, one per feature under its own name, [N, 1] each: doubles for numbers, for dates (days since 1970-01-01) and for times (seconds
// since then, UTC), NaN being missing; texts for categories and ordered categories, the empty text being missing. A level that the
// model does not know is unseen, as in `treewright predict`; for an ordered category, which `treewright predict` refuses then, missing.
//
// Outputs: `label`, [N]: the name of the class; `probabilities`, [N, classes]; or, in regression, `value`, [N]; and `leaf`, [N]: the number
// of the leaf in the model. All numbers are the doubles of `treewright predict`. Where the model refuses a row, the label is empty, numbers
// are NaN and the leaf is -1.
//
// How: texts become codes by LabelEncoder; a TreeEnsemble (opset 5; before, a TreeEnsembleRegressor) gives the position of the leaf, and
// Gather takes the answers from tables. What these operators do not have is written with general operators: surrogates, sets before opset
// 5 (onnx/split_states.h), rows in parts (onnx/shares.h).
#pragma once

#include <string>

#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The bytes of the file. An input `Error` if these would be too many.
std::string tree_onnx(const Model& model, const ExportOptions& options);

}  // namespace treewright
