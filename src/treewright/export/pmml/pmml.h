// The tree as PMML 4.4: a TreeModel with all that readers of this language share. Fields have their real names; numbers are doubles, dates
// days and times seconds since 1970-01-01, categories strings with their levels. A level that the model does not know counts as missing.
// Missing values follow `defaultChild`, surrogates are predicates of their own kind, each leaf has a ScoreDistribution with the
// probabilities as `treewright predict` gives them; outputs are `prediction`, `p:CLASS` for each class and `leaf`. A ModelVerification
// holds rows with their answers, by which a reader can check itself.
//
// What PMML cannot say, or its readers do not know, is refused: rows that go on in parts, and names with characters that XML lacks.
#pragma once

#include <string>

#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The document. An input `Error` if the tree or its names cannot be said in PMML.
std::string tree_pmml(const Model& model, const ExportOptions& options);

}  // namespace treewright
