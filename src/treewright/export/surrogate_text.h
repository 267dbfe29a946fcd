// The surrogate splits of a tree as text.
#pragma once

#include <string>

#include "treewright/export/text.h"
#include "treewright/growing/candidate.h"
#include "treewright/tree/model.h"

namespace treewright {

/// One line per split that is drawn, up to a limit; empty without surrogates:
///
///     Without a value of the asked feature, most agreeing rows first (their share):
///     node 0, Outlook = overcast: Humidity ≤ 72.5 (77 %), Temperature > 82 (62 %)
std::string surrogates_text(const Model& model, const TextStyle& style);

/// "Humidity ≤ 72.5 (77 %)": what leads to the first branch.
std::string surrogate_text(const Model& model, const Surrogate& surrogate);
/// The same of a candidate's, about a feature of this column.
std::string surrogate_text(const ColumnSchema& column, const SurrogateCandidate& surrogate);

}  // namespace treewright
