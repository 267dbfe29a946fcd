#include "treewright/tree/lowered.h"

#include <algorithm>
#include <cmath>

namespace treewright {
namespace {

bool is_listed(std::span<const LevelCode> sorted_levels, LevelCode code) {
    return std::binary_search(sorted_levels.begin(), sorted_levels.end(), code);
}

LoweredTest::Kind kind_of(SplitKind kind) {
    switch (kind) {
        case SplitKind::subset: return LoweredTest::Kind::levels;
        case SplitKind::multiway: return LoweredTest::Kind::each_level;
        case SplitKind::is_missing: return LoweredTest::Kind::is_missing;
        default: return LoweredTest::Kind::at_most;
    }
}

}  // namespace

LoweredTree::LoweredTree(const Tree& tree) : tree_(tree), parents_(parents_of(tree)) {}

LoweredStep LoweredTree::step(NodeId number) const {
    LoweredStep step;
    const Node& node = tree_.nodes[number];
    step.leaf = leaf_at(number);
    step.is_leaf = node.is_leaf();
    if (step.is_leaf) return step;
    const auto children = tree_.children_of(number);
    step.test = test_at(number);
    step.when_missing = step.when_unseen = children[node.missing_child];
    if (node.kind == SplitKind::subset) step.when_absent = children[heaviest_child(tree_, number)];
    for (const Surrogate& surrogate : tree_.surrogates_of(number))
        step.surrogates.push_back(surrogate_test(surrogate, children));
    if (tree_.fractional()) step.parts = parts_at(number);
    step.refuses_missing = tree_.missing == MissingPolicy::refuse;
    return step;
}

LoweredLeaf LoweredTree::leaf_at(NodeId number) const {
    const Node& node = tree_.nodes[number];
    const bool is_empty = node.weight == 0.0 && parents_[number] != no_parent;
    return {node.leaf, {node.label, node.mean}, node.weight, tree_.class_weights_of(is_empty ? parents_[number] : number)};
}

LoweredTest LoweredTree::test_at(NodeId number) const {
    const Node& node = tree_.nodes[number];
    const auto children = tree_.children_of(number);
    LoweredTest test;
    test.kind = kind_of(node.kind);
    test.feature = node.feature;
    test.threshold = node.threshold;
    test.yes_levels = tree_.left_levels_of(number);
    test.no_levels = tree_.right_levels_of(number);
    if (node.kind == SplitKind::multiway) {
        test.by_level = children.first(children.size() - (node.missing_branch ? 1 : 0));
        return test;
    }
    test.yes = children[0];
    test.no = children[1];
    return test;
}

LoweredTest LoweredTree::surrogate_test(const Surrogate& surrogate, std::span<const NodeId> children) const {
    LoweredTest test;
    test.kind = kind_of(surrogate.kind);
    test.feature = surrogate.feature;
    test.threshold = surrogate.threshold;
    test.yes_levels = tree_.left_levels_of(surrogate);
    test.no_levels = tree_.right_levels_of(surrogate);
    test.yes = children[surrogate.reversed ? 1 : 0];
    test.no = children[surrogate.reversed ? 0 : 1];
    return test;
}

/// Empty if there is a branch for missing values.
std::vector<LoweredPart> LoweredTree::parts_at(NodeId number) const {
    const Node& node = tree_.nodes[number];
    std::vector<LoweredPart> parts;
    if (node.kind == SplitKind::is_missing || node.missing_branch) return parts;
    for (const NodeId child : tree_.children_of(number))
        if (tree_.nodes[child].weight > 0.0) parts.push_back({child, tree_.nodes[child].weight / node.weight});
    return parts;
}

std::optional<std::uint32_t> step_by_value(const LoweredTest& test, double value) {
    if (test.kind == LoweredTest::Kind::is_missing) return std::isnan(value) ? test.yes : test.no;
    if (std::isnan(value)) return std::nullopt;
    return value <= test.threshold ? test.yes : test.no;
}

std::optional<std::uint32_t> step_by_code(const LoweredTest& test, LevelCode code) {
    if (test.kind == LoweredTest::Kind::is_missing) return code < 0 ? test.yes : test.no;
    if (code < 0) return std::nullopt;
    if (test.kind == LoweredTest::Kind::each_level) {
        const auto level = position_of(code);
        return level < test.by_level.size() ? std::optional(test.by_level[level]) : std::nullopt;
    }
    if (is_listed(test.yes_levels, code)) return test.yes;
    return is_listed(test.no_levels, code) ? std::optional(test.no) : std::nullopt;
}

}  // namespace treewright
