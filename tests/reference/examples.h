// The textbooks' tables of examples/data, read as a user would, and trees grown from them.
#pragma once

#include <string>
#include <vector>

#include "treewright/growing/grower.h"
#include "treewright/growing/presets.h"

namespace treewright::reference {

/// A training set from examples/data/<file>; the tests run in the project's folder. Columns of `ignore` are left out.
TrainingSet example_table(const std::string& file, const std::string& target, const std::vector<std::string>& ignore = {});

/// The rows whose category `column` is `level`.
TrainingSet rows_where(const TrainingSet& set, const std::string& column, const std::string& level);

Tree grow_tree(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms = {});

/// The tree on one line: "Outlook(overcast:yes rain:Windy(false:yes true:no) sunny:Humidity(<=77.5:yes >77.5:no))".
std::string outline(const TrainingSet& set, const Tree& tree);

}  // namespace treewright::reference
