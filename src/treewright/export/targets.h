// What a tree can be exported to, so that it predicts without Treewright: the registry. To add a target: export/<name>.{h,cpp}, which
// reads the lowered tree (tree/lowered.h), its line in targets.cpp, and its consumer in the tests (docs/ARCHITECTURE.md).
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/parameter.h"
#include "treewright/tree/model.h"

namespace treewright {

/// How a program is laid out.
enum class CodeStyle {
    nested,  ///< if and else, one in the other: for readers
    table,   ///< arrays and a loop: small and quick to compile, also for trees of many thousand nodes
};
std::string_view word_of(CodeStyle style);

enum class SqlDialect { sqlite, duckdb, postgres, spark };
std::string_view word_of(SqlDialect dialect);

/// What SQL is written.
enum class SqlForm {
    query,  ///< adds prediction, class shares and leaf to the rows of a table
    label,  ///< an expression: the prediction
    leaf,   ///< an expression: the number of the leaf
};
std::string_view word_of(SqlForm form);

/// What a user says about an export. A target refuses what it has no use for (`ExportTarget::options`).
struct ExportOptions {
    std::string name = {};  ///< of the function or class; empty: made from the name of the target column
    CodeStyle style = CodeStyle::nested;
    bool self_test = false;  ///< a main function that checks the export on rows of its own
    SqlDialect dialect = SqlDialect::duckdb;
    std::string table = "data";  ///< SQL: the table that is predicted; a dot stands between schema and table
    SqlForm form = SqlForm::query;
    std::size_t opset = 5;  ///< ONNX: the version of ai.onnx.ml
    std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< drawings: nodes below are counted, not drawn
};
std::span<const ParameterOf<ExportOptions>> export_parameters();

struct ExportTarget {
    std::string_view name;                  ///< what a user types: "c"
    std::string_view sentence;              ///< "C99: one header without dependencies"
    std::string_view extension;             ///< of its files: ".h"
    std::vector<std::string_view> options;  ///< the parameters that it takes
    /// The bytes of the file. An input `Error` where the target cannot express the tree.
    std::string (*write)(const Model& model, const ExportOptions& options);
};

/// In the order in which help lists them.
std::span<const ExportTarget> export_targets();
/// A usage `Error` for an unknown name.
const ExportTarget& export_target(std::string_view name);
/// The bytes of the file. A usage `Error` for an option that was set and that the target has no use for.
std::string exported(const Model& model, const ExportTarget& target, const ExportOptions& options);

}  // namespace treewright
