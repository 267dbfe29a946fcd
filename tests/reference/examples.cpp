#include "reference/examples.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_table.h"

namespace treewright::reference {

namespace {

std::string branch_name(const Tree& tree, const Column& column, NodeId number, std::size_t child) {
    const Node& node = tree.nodes[number];
    const auto& levels = column.schema.levels;
    switch (node.kind) {
        case SplitKind::threshold: return (child == 0 ? "<=" : ">") + number_text(node.threshold);
        case SplitKind::is_missing: return child == 0 ? "missing" : "known";
        case SplitKind::multiway: return child < levels.size() ? levels[child] : "missing";
        default: break;
    }
    std::vector<std::string> names;
    for (const LevelCode level : child == 0 ? tree.left_levels_of(number) : tree.right_levels_of(number))
        names.push_back(levels[static_cast<std::size_t>(level)]);
    return fmt::format("{}", fmt::join(names, "|"));
}

std::string outline_from(const TrainingSet& set, const Tree& tree, NodeId number) {
    const Node& node = tree.nodes[number];
    if (node.is_leaf()) return node.label == no_class ? number_text(node.mean) : set.target.schema.levels[node.label];
    const Column& column = set.features[node.feature];
    std::vector<std::string> branches;
    for (std::size_t child = 0; child < node.child_count; ++child)
        branches.push_back(branch_name(tree, column, number, child) + ":" +
                           outline_from(set, tree, tree.children_of(number)[child]));
    return fmt::format("{}({})", column.schema.name, fmt::join(branches, " "));
}

}  // namespace

TrainingSet example_table(const std::string& file, const std::string& target, const std::vector<std::string>& ignore) {
    Messages messages;
    Progress progress;
    ReadOptions options;
    options.ignore = ignore;
    Table table = read_table("examples/data/" + file, options, {Threads(0), progress, messages});
    PrepareOptions prepare_options;
    prepare_options.source = file;
    prepare_options.target = target;
    for (const Column& column : table.columns) prepare_options.keep.push_back(column.schema.name);
    return prepare(std::move(table), prepare_options, messages);
}

TrainingSet rows_where(const TrainingSet& set, const std::string& column, const std::string& level) {
    const auto feature =
        std::find_if(set.features.begin(), set.features.end(), [&](const Column& c) { return c.schema.name == column; });
    const auto& levels = feature->schema.levels;
    const auto code = static_cast<std::int32_t>(std::find(levels.begin(), levels.end(), level) - levels.begin());
    const auto keep = [&](const Column& whole) {
        Column some;
        some.schema = whole.schema;
        for (std::size_t row = 0; row < set.rows; ++row) {
            if (feature->codes[row] != code) continue;
            if (whole.has_values())
                some.values.own().push_back(whole.values[row]);
            else
                some.codes.push_back(whole.codes[row]);
        }
        return some;
    };
    TrainingSet some;
    some.target = keep(set.target);
    some.rows = some.target.size();
    for (const Column& each : set.features) some.features.push_back(keep(each));
    return some;
}

Tree grow_tree(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms) {
    const Threads one(1);
    return grow(set, set.all_rows(), options, terms, QuietRun(one)).tree;
}

std::string outline(const TrainingSet& set, const Tree& tree) { return outline_from(set, tree, 0); }

}  // namespace treewright::reference
