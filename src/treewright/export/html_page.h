// A model as one HTML page that nothing else is loaded for: the drawing with zoom, search, collapse and filters, an icicle, a table of rules,
// a card per node, "follow a row" with reasons, and the nearest other answer. The page computes its answers from the lowered tree, and they
// are those of `Predictor` (web/tests). A rule list gets a page with its rules and "follow a row".
//
// The program of the page is web/src, bundled into web/dist. A strict content security policy lets this program and its style sheet run,
// by their hashes, and nothing else; the model is data in a block that the browser does not run.
#pragma once

#include <string>

#include "treewright/rules/rule_model.h"
#include "treewright/tree/model.h"

namespace treewright {

/// With a line break at the end.
std::string html_page(const Model& model);
std::string html_page(const RuleModel& model);

}  // namespace treewright
