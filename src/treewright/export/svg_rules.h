// A rule list as a flowchart in SVG: a column of boxes with conditions, tried from the top. Rows that meet the conditions of a box go to the
// right, to its prediction; the others go down.
#pragma once

#include <string>

#include "treewright/rules/rule_model.h"

namespace treewright {

std::string rules_svg(const RuleModel& model);

}  // namespace treewright
