#include "treewright/rules/tree_rules.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace treewright {
namespace {

using Levels = std::vector<std::int32_t>;

Levels in_both(const Levels& a, std::span<const std::int32_t> b) {
    Levels both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

Levels in_either(const Levels& a, const Levels& b) {
    Levels either;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(either));
    return either;
}

Levels all_levels(const ColumnSchema& feature) {
    Levels levels(holds_values(feature.type) ? 0 : feature.levels.size());
    std::iota(levels.begin(), levels.end(), 0);
    return levels;
}

/// One branch of a node as a condition by itself: what the node states, and what falls to the branch for want of a training row.
class BranchCondition {
public:
    BranchCondition(const Tree& tree, std::size_t node, std::uint32_t position)
        : tree_(tree), node_(node), position_(position) {}

    [[nodiscard]] RuleCondition make(const ColumnSchema& feature) const {
        const Node& split = tree_.nodes[node_];
        RuleCondition condition{static_cast<std::size_t>(split.feature)};
        take_missing(condition);
        switch (split.kind) {
            case SplitKind::threshold: (position_ == 0 ? condition.at_most : condition.above) = split.threshold; break;
            case SplitKind::is_missing:
                condition.known = position_ == 1 || !holds_values(feature.type);
                if (position_ == 1) condition.levels = all_levels(feature);
                break;
            case SplitKind::multiway:
                if (position_ < feature.levels.size()) condition.levels = {static_cast<std::int32_t>(position_)};
                break;
            case SplitKind::subset: take_sets(condition, feature); break;
            case SplitKind::leaf: break;
        }
        return condition;
    }

private:
    void take_missing(RuleCondition& condition) const {
        // A row without the value goes to several branches, or by another feature: no one path is its own.
        if (tree_.fractional() || tree_.nodes[node_].surrogate_count > 0) return;
        const Node& split = tree_.nodes[node_];
        if (split.missing_child != position_) return;
        const bool stated = split.kind == SplitKind::is_missing || split.missing_branch || split.missing_weight > 0.0;
        (stated ? condition.missing : condition.missing_by_default) = true;
    }

    void take_sets(RuleCondition& condition, const ColumnSchema& feature) const {
        const auto left = tree_.left_levels_of(node_);
        const auto right = tree_.right_levels_of(node_);
        const auto own = position_ == 0 ? left : right;
        condition.levels.assign(own.begin(), own.end());
        if (heaviest_child(tree_, node_) != position_) return;
        const Levels named = in_either({left.begin(), left.end()}, {right.begin(), right.end()});
        const Levels all = all_levels(feature);
        std::set_difference(all.begin(), all.end(), named.begin(), named.end(), std::back_inserter(condition.default_levels));
    }

    const Tree& tree_;
    std::size_t node_;
    std::uint32_t position_;
};

/// What meets both. It is stated where both state it, else it is met by default.
void merge(RuleCondition& into, const RuleCondition& other) {
    if (other.above && (!into.above || *other.above > *into.above)) into.above = other.above;
    if (other.at_most && (!into.at_most || *other.at_most < *into.at_most)) into.at_most = other.at_most;
    const bool contradicts = into.above && into.at_most && *into.above >= *into.at_most;
    into.known = into.known && other.known && !contradicts;
    if (!into.known) into.above = into.at_most = std::nullopt;
    const Levels met = in_both(in_either(into.levels, into.default_levels), in_either(other.levels, other.default_levels));
    into.levels = in_both(into.levels, other.levels);
    into.default_levels.clear();
    std::set_difference(met.begin(), met.end(), into.levels.begin(), into.levels.end(),
                        std::back_inserter(into.default_levels));
    const bool met_by_missing = (into.missing || into.missing_by_default) && (other.missing || other.missing_by_default);
    // One of several questions that training rows without a value passed is enough to make it a finding.
    into.missing = met_by_missing && (into.missing || other.missing);
    into.missing_by_default = met_by_missing && !into.missing;
}

void add_condition(std::vector<RuleCondition>& conditions, RuleCondition condition) {
    for (RuleCondition& present : conditions)
        if (present.feature == condition.feature) return merge(present, condition);
    conditions.push_back(std::move(condition));
}

Rule rule_of_leaf(const Tree& tree, std::size_t number, std::vector<RuleCondition> conditions) {
    const Node& leaf = tree.nodes[number];
    const auto classes = tree.class_weights_of(number);
    Rule rule;
    rule.conditions = std::move(conditions);
    rule.label = leaf.label;
    rule.weight = leaf.weight;
    rule.class_weights.assign(classes.begin(), classes.end());
    if (tree.classes == 0) {
        rule.mean = leaf.mean;
        rule.variance = leaf.impurity;
    }
    rule.leaf = static_cast<std::uint32_t>(number);
    return rule;
}

}  // namespace

std::vector<Rule> rules_of(const Tree& tree, std::span<const ColumnSchema> features) {
    struct Visit {
        std::uint32_t node;
        std::vector<RuleCondition> conditions;
    };
    std::vector<Rule> rules;
    std::vector<Visit> waiting = {{0, {}}};
    while (!waiting.empty()) {
        Visit visit = std::move(waiting.back());
        waiting.pop_back();
        const Node& node = tree.nodes[visit.node];
        if (node.is_leaf()) {
            rules.push_back(rule_of_leaf(tree, visit.node, std::move(visit.conditions)));
            continue;
        }
        const auto children = tree.children_of(visit.node);
        const ColumnSchema& feature = features[static_cast<std::size_t>(node.feature)];
        for (auto position = static_cast<std::uint32_t>(children.size()); position-- > 0;) {
            Visit next{children[position], visit.conditions};
            add_condition(next.conditions, BranchCondition(tree, visit.node, position).make(feature));
            waiting.push_back(std::move(next));
        }
    }
    return rules;
}

}  // namespace treewright
