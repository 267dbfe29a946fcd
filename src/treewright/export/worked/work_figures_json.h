// Node statistics, questions and cuts in the JSON of the worked arithmetic and of the gain table.
#pragma once

#include "treewright/base/json_writer.h"
#include "treewright/data/ids.h"
#include "treewright/export/worked/ledger.h"

namespace treewright {

/// Members of an open object: "weight": 14, "counts": {…} or "mean": 23.4, "impurity": 0.94.
void write_worked_figures(JsonWriter& json, const Ledger& ledger, const Figures& figures);
/// Members of an open object: "threshold": 77.5, "above": {…}, "gain": 0.102.
void write_cut(JsonWriter& json, const Ledger& ledger, FeatureId feature, const CutRecord& cut);
/// "used", "missing", "constant", "rows".
std::string_view no_candidate_word(NoCandidate reason);

}  // namespace treewright
