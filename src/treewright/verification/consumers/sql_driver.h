// What the drivers of databases in Python share: the table that the SQL reads, filled with the rows, and the answers of a query.
#pragma once

#include <string_view>
#include <vector>

#include "treewright/verification/replay/answers.h"
#include "treewright/verification/replay/handed_rows.h"
#include "treewright/verification/replay/workplace.h"

namespace treewright {

/// Hands rows and query over and runs the driver, which imports `treewright_sql`. The last of the tools is Python.
[[nodiscard]] Answers replay_sql(const Replay& replay, const std::vector<Tool>& tools, std::string_view driver, const Workplace& place);

}  // namespace treewright
