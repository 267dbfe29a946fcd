#include "treewright/export/sql/case_expression.h"

#include <algorithm>
#include <utility>

namespace treewright {

namespace {

/// "WHEN", the conditions, "THEN …".
std::vector<std::string> when(std::vector<std::string> conditions, const std::string& then) {
    conditions.front().insert(0, "WHEN ");
    conditions.push_back(then.empty() ? "THEN" : "THEN " + then);
    return conditions;
}

std::vector<std::string> joined(std::vector<std::string> before, SqlCondition condition) {
    if (condition.has_or) {
        condition.pieces.front().insert(0, "(");
        condition.pieces.back() += ")";
    }
    if (!before.empty()) condition.pieces.front().insert(0, "AND ");
    before.insert(before.end(), condition.pieces.begin(), condition.pieces.end());
    return before;
}

}  // namespace

SqlCase::SqlCase(const LoweredTree& tree, const SqlQuestions& questions, std::size_t nesting, LeafText leaf_text)
    : tree_(tree), questions_(questions), nesting_(nesting), leaf_text_(std::move(leaf_text)), depths_(tree.size()) {
    for (std::size_t i = tree.size(); i-- > 0;) {
        const auto node = static_cast<NodeId>(i);
        if (tree.is_leaf(node)) continue;
        const LoweredStep step = tree.step(node);
        const std::vector<NodeId> branches = next_steps(step);
        const NodeId last = continued(step, branches);
        std::uint8_t depth = std::max<std::uint8_t>(depths_[last], 1);
        for (const NodeId branch : branches)
            if (branch != last) depth = std::max<std::uint8_t>(depth, depths_[branch] + 1);
        depths_[i] = depth;
    }
}

/// Among equals that for rows without a value, which then need no words.
NodeId SqlCase::continued(const LoweredStep& step, const std::vector<NodeId>& branches) const {
    NodeId last = step.when_missing;
    for (const NodeId branch : branches)
        if (depths_[branch] > depths_[last]) last = branch;
    return last;
}

void SqlCase::write(SqlLayout& layout) const {
    if (tree_.is_leaf(0)) return layout.line(leaf_text_(0));
    write_from(0, nesting_, layout);
}

NodeId SqlCase::for_other_branches(const LoweredStep& step,
                                   const std::function<void(NodeId, const SqlCondition&)>& take) const {
    const std::vector<NodeId> branches = next_steps(step);
    const NodeId last = continued(step, branches);
    for (const NodeId branch : branches)
        if (branch != last) take(branch, questions_.goes_to(step, branch));
    return last;
}

void SqlCase::write_from(NodeId node, std::size_t nesting, SqlLayout& layout) const {
    layout.line("CASE");
    layout.indent();
    while (!tree_.is_leaf(node)) {
        const LoweredStep step = tree_.step(node);
        write_refusal(step, {}, layout);
        node = for_other_branches(step, [&](NodeId target, const SqlCondition& condition) {
            if (tree_.is_leaf(target))
                layout.pieces(when(condition.pieces, leaf_text_(target)));
            else if (nesting > 1)
                write_nested(condition, target, nesting - 1, layout);
            else
                write_flat(target, joined({}, condition), layout);
        });
    }
    layout.line("ELSE " + leaf_text_(node));
    layout.outdent();
    layout.line("END");
}

void SqlCase::write_nested(const SqlCondition& condition, NodeId target, std::size_t nesting, SqlLayout& layout) const {
    layout.pieces(when(condition.pieces, ""));
    layout.indent();
    write_from(target, nesting, layout);
    layout.outdent();
}

/// Rows that an earlier WHEN has taken need not be excluded again.
void SqlCase::write_flat(NodeId node, const Conditions& before, SqlLayout& layout) const {
    while (!tree_.is_leaf(node)) {
        const LoweredStep step = tree_.step(node);
        write_refusal(step, before, layout);
        node = for_other_branches(
            step, [&](NodeId target, const SqlCondition& condition) { write_flat(target, joined(before, condition), layout); });
    }
    layout.pieces(when(before, leaf_text_(node)));
}

void SqlCase::write_refusal(const LoweredStep& step, const Conditions& before, SqlLayout& layout) const {
    if (!step.refuses_missing) return;
    SqlCondition condition = questions_.is_missing(step.test.split.feature);
    layout.pieces(when(before.empty() ? condition.pieces : joined(before, std::move(condition)), "NULL"));
}

}  // namespace treewright
