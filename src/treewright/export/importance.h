// Feature importance: the share of each feature in the total impurity decrease (gain).
#pragma once

#include <string>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/data/schema.h"
#include "treewright/export/text.h"

namespace treewright {

/// A table with a bar each, the largest first, equal ones in the order of the features; those without a share are named last.
/// `shares`: one for each feature of the schema, adding up to 1, or all 0.
std::string importance_text(const Schema& schema, const std::vector<double>& shares, const TextStyle& style = {});
/// [{"feature": "Outlook", "share": 0.526}, …], all features, in the same order.
void write_importance(JsonWriter& json, const Schema& schema, const std::vector<double>& shares);

}  // namespace treewright
