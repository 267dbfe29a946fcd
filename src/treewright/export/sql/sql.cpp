#include "treewright/export/sql/sql.h"

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/export/sql/case_expression.h"
#include "treewright/export/sql/context.h"
#include "treewright/export/sql/head_comment.h"
#include "treewright/export/sql/sql_literals.h"
#include "treewright/export/sql/mixture_query.h"

namespace treewright {

namespace {

SqlCase leaf_case(const SqlContext& context) {
    return {context.tree(), context.questions(), context.rules().nesting, [](NodeId leaf) { return fmt::format("{}", leaf); }};
}

/// The leaf is found once for each row, and what it predicts is looked up.
void write_query(const SqlContext& context, SqlLayout& layout) {
    layout.line("WITH");
    layout.indent();
    write_leaf_table(context, layout);
    layout.line(")");
    layout.outdent();
    const std::vector<std::string> outputs = sql_output_names(context);
    const std::string leaves = context.own("leaves");
    std::vector<std::string> columns = {context.own("source") + ".*",
                                        fmt::format("{}.{} AS {}", leaves, context.own("prediction"), outputs.front())};
    for (std::size_t c = 1; c + 1 < outputs.size(); ++c)
        columns.push_back(fmt::format("{}.{} AS {}", leaves, context.own("p", c), outputs[c]));
    columns.push_back(fmt::format("{}.{} AS {}", leaves, context.own("leaf"), outputs.back()));
    layout.line("SELECT");
    layout.indent();
    layout.items(columns);
    layout.outdent();
    layout.line(fmt::format("FROM {} AS {}", context.table(), context.own("source")));
    layout.line(fmt::format("LEFT JOIN {} ON {}.{} =", leaves, leaves, context.own("leaf")));
    layout.indent();
    leaf_case(context).write(layout);
    layout.outdent();
}

void write_expression(const SqlContext& context, SqlForm form, SqlLayout& layout) {
    if (context.tree().has_parts())
        throw input_error(
            fmt::format("the tree sends rows without a value down all branches, in parts, which takes a query: leave out {}",
                        named("form")));
    if (form == SqlForm::leaf) return leaf_case(context).write(layout);
    SqlCase(context.tree(), context.questions(), context.rules().nesting, [&](NodeId leaf) {
        return context.prediction(leaf);
    }).write(layout);
}

}  // namespace

std::string tree_sql(const Model& model, const ExportOptions& options) {
    if (options.table.empty())
        throw usage_error(fmt::format("{} is empty: name the table whose rows are predicted", named("table")));
    const SqlContext context(model, sql_rules(options.dialect), options.table);
    SqlLayout layout;
    write_head_comment(context, options.form, layout);
    if (options.form != SqlForm::query)
        write_expression(context, options.form, layout);
    else if (context.tree().has_parts())
        write_mixture_query(context, layout);
    else
        write_query(context, layout);
    std::string text = layout.take();
    if (options.form == SqlForm::query) text.insert(text.size() - 1, ";");
    return text;
}

}  // namespace treewright
