// Rows that are read for a model.
#pragma once

#include <string>
#include <string_view>

#include "treewright/io/read_by_schema.h"
#include "treewright/prediction/any_predictor.h"

namespace treewright::cli {

/// Loads the model; if it is `data` that holds one, the error says that the two seem swapped.
AnyModel load_model_for(const std::string& model, const std::string& data, std::string_view verb);

/// An input `Error` with file and line for the first missing or unseen value that a model trained with `--missing error` would test.
void refuse_unknown_values(const AnyPredictor& predictor, const SchemaRows& rows, const std::string& path);

/// One row by itself. `row` is counted from 1; an input `Error` if the file has no such row.
SchemaRows single_row(const SchemaRows& rows, std::size_t row, const std::string& path);

}  // namespace treewright::cli
