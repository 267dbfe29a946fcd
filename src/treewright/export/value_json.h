// Values, counts and tests in every JSON output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/data/schema.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// A value or threshold of a column: a number, infinities as text, missing as null; dates, times and ordered categories as text.
void write_value(JsonWriter& json, const ColumnSchema& column, double value);
/// "counts": {"no": 5, "yes": 9}
void write_counts(JsonWriter& json, const std::vector<std::string>& classes, std::span<const double> weights);
/// "test": {"p_value": 0.17, …}
void write_test(JsonWriter& json, const NodeTest& test);

}  // namespace treewright
