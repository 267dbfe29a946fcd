// treewright prune --compare: every method on one and the same tree.
#pragma once

#include "cli/verbs.h"

namespace treewright::cli {

void run_prune_compare(const Arguments& arguments, Console& console);

}  // namespace treewright::cli
