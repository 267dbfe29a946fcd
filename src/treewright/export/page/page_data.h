// The model as the page reads it, as JSON: web/src/data.ts lists the members. Wording, colours and the meaning of the tree come from here,
// so that they are those of the other drawings and of the predictor.
#pragma once

#include <string>

#include "treewright/rules/rule_model.h"
#include "treewright/tree/model.h"

namespace treewright {

std::string page_data(const Model& model);
std::string page_data(const RuleModel& model);

}  // namespace treewright
