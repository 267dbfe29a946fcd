// The consumers of exports, one file each: what they need on this machine, and how they replay an export. To add one: its file, its
// declaration below and its line in consumers.cpp.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "treewright/export/targets.h"
#include "treewright/verification/replay/answers.h"
#include "treewright/verification/replay/handed_rows.h"
#include "treewright/verification/replay/workplace.h"

namespace treewright {

struct Consumer {
    std::string_view target;                    ///< "sql"
    std::optional<SqlDialect> dialect = {};  ///< sql: of this one only
    /// What takes part. A system `Error` that names the package for what is not installed.
    std::vector<Tool> (*find)(const Workplace& place);
    /// A `ReplayFailure` if it does not answer.
    Answers (*replay)(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place);
};

/// Null for a target that nothing runs, such as a drawing.
const Consumer* consumer_of(std::string_view target, const ExportOptions& options);

Consumer c_compiler();
Consumer cpp_compiler();
Consumer java_compiler();
Consumer node_js();
Consumer python_interpreter();
Consumer onnx_runtime();
Consumer sqlite_module();
Consumer duckdb_module();
Consumer spark_session();
Consumer postgres_server();
Consumer pmml_evaluator();

}  // namespace treewright
