// Every parameter of the library, whatever part it belongs to: the list that fronts are made from. A parameter is declared next to the
// options that it is a field of (data/parameter.h); a new list of such entries gets its line in parameters.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/spelling.h"
#include "treewright/data/parameter.h"

namespace treewright {

struct ListedGroup {
    ParameterGroup group = ParameterGroup::learner;
    std::string_view word;   ///< "reading"
    std::string_view title;  ///< of its table: "Reading a file"
    std::vector<const Parameter*> parameters;
};
/// In the order in which docs list them, the learner's first.
const std::vector<ListedGroup>& parameter_groups();

/// docs/parameters.md: the tables of all parameters with their defaults, those of the learner under each preset.
std::string parameters_markdown(const Spelling& spelling);
/// The same for programs, such as those that make the signatures of another front (docs/command-line.md).
std::string parameters_json(const Spelling& spelling);

}  // namespace treewright
