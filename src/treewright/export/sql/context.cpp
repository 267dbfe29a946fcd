#include "treewright/export/sql/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "treewright/export/display.h"
#include "treewright/export/sql/sql_literals.h"

namespace treewright {

namespace {

/// The query's own names are lower-case words with or without a number; a name from outside that is not of that form cannot be one.
bool may_be_own(std::string_view name) {
    constexpr std::string_view words[] = {"leaf",    "leaves", "prediction", "source", "source_row", "source_table",
                                          "answers", "shares", "sums",       "costs",  "decided",    "largest",
                                          "reached", "bound",  "bounds",     "value"};
    name = name.substr(0, name.find_last_not_of('_') + 1);
    if (std::ranges::find(words, name.substr(0, name.find_last_not_of("0123456789") + 1)) != std::end(words)) return true;
    const std::size_t digits = name.find_first_not_of("0123456789", 1);
    return name.size() > 1 && std::string_view("pnsch").find(name[0]) != std::string_view::npos &&
           digits == std::string_view::npos;
}

/// Underscores: one more than any name from outside has that could be one of the query's own.
std::string distinct_suffix(const SqlRules& rules, const SqlFeatures& features, const std::string& table) {
    std::vector<std::string> taken = {sql_folded_name(rules, table)};
    for (const ColumnSchema& source : features.sources()) taken.push_back(sql_folded_name(rules, source.name));
    std::size_t underscores = 0;
    for (const std::string& name : taken)
        if (may_be_own(name)) underscores = std::max(underscores, name.size() - name.find_last_not_of('_'));
    return std::string(underscores, '_');
}

std::vector<NodeId> leaves_of(const LoweredTree& tree) {
    std::vector<NodeId> leaves;
    for (std::size_t i = 0; i < tree.size(); ++i)
        if (tree.is_leaf(static_cast<NodeId>(i))) leaves.push_back(static_cast<NodeId>(i));
    return leaves;
}

}  // namespace

SqlContext::SqlContext(const Model& model, const SqlRules& rules, const std::string& table)
    : model_(model),
      rules_(rules),
      tree_(model.tree),
      features_(model, rules),
      questions_(rules, features_),
      table_(sql_table_name(rules, table)),
      suffix_(distinct_suffix(rules, features_, table)),
      leaves_(leaves_of(tree_)) {}

std::string SqlContext::own(std::string_view name, std::size_t number) const {
    return fmt::format("{}{}{}", name, number, suffix_);
}

std::string SqlContext::prediction(NodeId leaf) const {
    const LeafAnswer answer = tree_.step(leaf).leaf.constant;
    return is_classification() ? class_label(answer.label) : rules_.number(answer.value);
}

std::string SqlContext::class_label(ClassId label) const { return sql_text(rules_, classes()[position_of(label)]); }

std::vector<double> SqlContext::shares(NodeId leaf) const {
    const LoweredStep step = tree_.step(leaf);
    std::vector<double> shares(step.leaf.class_weights.begin(), step.leaf.class_weights.end());
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= total;
    return shares;
}

void write_leaf_table(const SqlContext& context, SqlLayout& layout) {
    std::vector<std::string> names = {context.own("leaf"), context.own("prediction")};
    for (std::size_t c = 0; c < context.classes().size(); ++c) names.push_back(context.own("p", c + 1));
    layout.line(fmt::format("{} ({}) AS (", context.own("leaves"), fmt::join(names, ", ")));
    layout.indent();
    layout.line("VALUES");
    layout.indent();
    std::vector<std::string> rows;
    for (const NodeId leaf : context.leaves()) {
        std::string row = fmt::format("({}, {}", leaf, context.prediction(leaf));
        for (const double share : context.shares(leaf)) row += ", " + context.rules().number(share);
        rows.push_back(row + ")");
    }
    layout.items(rows);
    layout.outdent();
    layout.outdent();
}

std::vector<std::string> sql_output_names(const SqlContext& context) {
    std::vector<std::string> names = {"prediction"};
    for (const std::string& name : context.classes()) {
        std::string shown = "p:" + printable(name);
        if (context.rules().replaces_variables) std::ranges::replace(shown, '$', '_');
        names.push_back(shown);
    }
    names.emplace_back("leaf");
    for (std::string& name : names) name = sql_name(context.rules(), name);
    return names;
}

}  // namespace treewright
