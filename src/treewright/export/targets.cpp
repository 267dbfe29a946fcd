#include "treewright/export/targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/export/dot.h"
#include "treewright/export/drawing/latex.h"
#include "treewright/export/drawing/markdown.h"
#include "treewright/export/json.h"
#include "treewright/export/mermaid.h"
#include "treewright/export/onnx/onnx.h"
#include "treewright/export/pmml/pmml.h"
#include "treewright/export/programs/languages.h"
#include "treewright/export/sql/sql.h"
#include "treewright/export/svg_tree.h"

namespace treewright {

namespace {

using ExportParameter = ParameterOf<ExportOptions>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_export_option_has_its_entry(const ExportOptions& options) {
    [[maybe_unused]] const auto& [name, style, self_test, dialect, table, form, opset, depth] = options;
}

template <class Access>
ExportParameter about_export(Parameter declared, Access access) {
    ExportParameter parameter = entry_of<ExportOptions>(std::move(declared), access);
    parameter.group = ParameterGroup::exporting;
    return parameter;
}

std::vector<ExportParameter> entries_about_exports() {
    return {
        about_export({.name = "name",
                      .unit = "NAME",
                      .sentence = "Name of the function, class or module. Without it, it is made from the name of the target."},
                     [](auto& o) -> auto& { return o.name; }),
        about_export({.name = "style", .sentence = "Lay out a program as nested if and else, or as tables with a loop."},
                     [](auto& o) -> auto& { return o.style; }),
        about_export({.name = "self-test", .sentence = "Add a main program that checks the export on rows of its own."},
                     [](auto& o) -> auto& { return o.self_test; }),
        about_export({.name = "dialect", .sentence = "Write SQL for this database."},
                     [](auto& o) -> auto& { return o.dialect; }),
        about_export({.name = "table", .unit = "NAME", .sentence = "Name of the SQL table whose rows are predicted."},
                     [](auto& o) -> auto& { return o.table; }),
        about_export(
            {.name = "form", .sentence = "Write a whole SQL query, or only the expression of the label or of the leaf."},
            [](auto& o) -> auto& { return o.form; }),
        about_export({.name = "opset",
                      .unit = "N",
                      .sentence = "Write ONNX for this version of ai.onnx.ml: 5, or 3 for old runtimes.",
                      .range = {3.0, 5.0}},
                     [](auto& o) -> auto& { return o.opset; }),
        about_export({.name = "depth",
                      .unit = "N",
                      .sentence = "Draw the tree down to this depth, and only count the nodes below.",
                      .absent = "all"},
                     [](auto& o) -> auto& { return o.depth; }),
    };
}

const std::vector<ExportTarget>& all_targets() {
    static const std::vector<std::string_view> for_programs = {"name", "style", "self-test"};
    static const std::vector<ExportTarget> list = {
        {"c", "C99: one header without dependencies", ".h", for_programs, tree_c},
        {"cpp", "C++11: one header without dependencies", ".hpp", for_programs, tree_cpp},
        {"java", "Java 8: one class without imports", ".java", for_programs, tree_java},
        {"javascript",
         "JavaScript: one file without imports, for browsers and Node.js",
         ".js",
         for_programs,
         tree_javascript},
        {"python", "Python 3: one module without imports", ".py", for_programs, tree_python},
        {"sql",
         "SQL: a query that adds prediction, class shares and leaf to the rows of a table",
         ".sql",
         {"dialect", "table", "form"},
         tree_sql},
        {"onnx",
         "ONNX: inputs and outputs with names, for ONNX Runtime and others",
         ".onnx",
         {"name", "opset"},
         tree_onnx},
        {"pmml", "PMML 4.4: a TreeModel with its verification", ".pmml", {"name"}, tree_pmml},
        {"json", "JSON: the nodes with real names", ".json", {}, [](const Model& model, const ExportOptions&) { return tree_json(model); }},
        {"svg",
         "SVG: a drawing for slides, pages and print",
         ".svg",
         {"depth"},
         [](const Model& model, const ExportOptions& options) { return tree_svg(model, {.depth = options.depth}); }},
        {"dot",
         "Graphviz: a graph",
         ".dot",
         {"depth"},
         [](const Model& model, const ExportOptions& options) { return tree_dot(model, {options.depth, false}); }},
        {"mermaid",
         "Mermaid: a flowchart for Markdown and wikis",
         ".mmd",
         {"depth"},
         [](const Model& model, const ExportOptions& options) { return tree_mermaid(model, {options.depth, false}); }},
        {"markdown",
         "Markdown: a nested list",
         ".md",
         {"depth"},
         [](const Model& model, const ExportOptions& options) { return tree_markdown(model, options.depth); }},
        {"latex",
         "LaTeX: a drawing by TikZ and forest",
         ".tex",
         {"depth"},
         [](const Model& model, const ExportOptions& options) { return tree_latex(model, options.depth); }},
    };
    return list;
}

}  // namespace

std::string_view word_of(CodeStyle style) {
    switch (style) {
        case CodeStyle::nested: return "nested";
        case CodeStyle::table: return "table";
    }
    return {};
}

std::string_view word_of(SqlDialect dialect) {
    switch (dialect) {
        case SqlDialect::sqlite: return "sqlite";
        case SqlDialect::duckdb: return "duckdb";
        case SqlDialect::postgres: return "postgres";
        case SqlDialect::spark: return "spark";
    }
    return {};
}

std::string_view word_of(SqlForm form) {
    switch (form) {
        case SqlForm::query: return "query";
        case SqlForm::label: return "label";
        case SqlForm::leaf: return "leaf";
    }
    return {};
}

std::span<const ExportParameter> export_parameters() {
    static const std::vector<ExportParameter> list = entries_about_exports();
    return list;
}

std::span<const ExportTarget> export_targets() { return all_targets(); }

const ExportTarget& export_target(std::string_view name) {
    const std::vector<ExportTarget>& all = all_targets();
    const auto found = std::ranges::find(all, name, &ExportTarget::name);
    if (found != all.end()) return *found;
    std::vector<std::string> names;
    for (const ExportTarget& target : all) names.emplace_back(target.name);
    const std::string hint = did_you_mean(std::string(name), names);
    throw usage_error(fmt::format("there is no export to '{}': {}", name,
                                  hint.empty() ? fmt::format("it is one of {}", fmt::join(names, ", ")) : hint));
}

std::string exported(const Model& model, const ExportTarget& target, const ExportOptions& options) {
    const ExportOptions usual;
    for (const ExportParameter& parameter : export_parameters()) {
        const bool is_used = std::ranges::find(target.options, parameter.name) != target.options.end();
        if (!is_used && parameter.value(options) != parameter.value(usual))
            throw usage_error(fmt::format("{} is not for an export to {}: leave it out", named(parameter.name), target.name));
    }
    return target.write(model, options);
}

}  // namespace treewright
