#include "treewright/rules/tree_rules.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "treewright/base/positions.h"
#include "treewright/tree/lowered.h"

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

/// One branch of a step as a condition: what the test states, and what goes to the branch by default, for lack of a training
/// row.
class BranchCondition {
public:
    /// `stated`: the direction of missing values is a finding, not a default.
    BranchCondition(const LoweredStep& step, std::uint32_t target, bool stated)
        : step_(step), target_(target), stated_(stated) {}

    [[nodiscard]] RuleCondition make(const ColumnSchema& feature) const {
        const SplitView& split = step_.test.split;
        RuleCondition condition{split.feature};
        take_missing(condition);
        switch (split.kind) {
            case SplitKind::threshold: (is_yes() ? condition.at_most : condition.above) = split.threshold; break;
            case SplitKind::is_missing:
                condition.known = !is_yes() || !holds_values(feature.type);
                if (!is_yes()) condition.levels = all_levels(feature);
                break;
            case SplitKind::multiway: take_level(condition); break;
            case SplitKind::subset: take_sets(condition, feature); break;
            case SplitKind::leaf: break;
        }
        return condition;
    }

private:
    [[nodiscard]] bool is_yes() const { return step_.test.yes == target_; }

    void take_missing(RuleCondition& condition) const {
        // A row without the value goes to several branches, or by a surrogate: it has no single path.
        if (!step_.parts.empty() || !step_.surrogates.empty() || step_.when_missing != target_) return;
        (stated_ ? condition.missing : condition.missing_by_default) = true;
    }

    void take_level(RuleCondition& condition) const {
        const auto steps = step_.test.by_level;  // ascending, as all children are
        const auto found = std::lower_bound(steps.begin(), steps.end(), target_);
        const bool is_level = found != steps.end() && *found == target_;
        if (is_level) condition.levels = {level_code(index_in(steps, found))};
    }

    void take_sets(RuleCondition& condition, const ColumnSchema& feature) const {
        const auto yes = step_.test.split.left_levels;
        const auto no = step_.test.split.right_levels;
        const auto own = is_yes() ? yes : no;
        condition.levels.assign(own.begin(), own.end());
        if (step_.when_absent != target_) return;
        const Levels named = in_either({yes.begin(), yes.end()}, {no.begin(), no.end()});
        const Levels all = all_levels(feature);
        std::set_difference(all.begin(), all.end(), named.begin(), named.end(), std::back_inserter(condition.default_levels));
    }

    const LoweredStep& step_;
    std::uint32_t target_;
    bool stated_;
};

/// Whether the direction of missing values is based on training rows.
bool states_missing(const Node& node) {
    return node.kind == SplitKind::is_missing || node.missing_branch || node.missing_weight > 0.0;
}

/// The conjunction of two conditions. A value is stated if both state it, else it meets the result by default.
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
    // One of several splits that training rows without a value passed is enough to make it a finding.
    into.missing = met_by_missing && (into.missing || other.missing);
    into.missing_by_default = met_by_missing && !into.missing;
}

void add_condition(std::vector<RuleCondition>& conditions, RuleCondition condition) {
    for (RuleCondition& present : conditions)
        if (present.feature == condition.feature) return merge(present, condition);
    conditions.push_back(std::move(condition));
}

Rule rule_of_leaf(const Tree& tree, NodeId number, std::vector<RuleCondition> conditions) {
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
    rule.leaf = number;
    return rule;
}

}  // namespace

std::vector<Rule> rules_of(const Tree& tree, std::span<const ColumnSchema> features) {
    struct Visit {
        NodeId node;
        std::vector<RuleCondition> conditions;
    };
    const LoweredTree lowered(tree);
    std::vector<Rule> rules;
    std::vector<Visit> waiting = {{0, {}}};
    while (!waiting.empty()) {
        Visit visit = std::move(waiting.back());
        waiting.pop_back();
        const LoweredStep step = lowered.step(visit.node);
        if (step.is_leaf) {
            rules.push_back(rule_of_leaf(tree, visit.node, std::move(visit.conditions)));
            continue;
        }
        const auto children = tree.children_of(visit.node);
        const bool stated = states_missing(tree.nodes[visit.node]);
        for (std::size_t position = children.size(); position-- > 0;) {
            Visit next{children[position], visit.conditions};
            const BranchCondition condition(step, next.node, stated);
            add_condition(next.conditions, condition.make(features[step.test.split.feature]));
            waiting.push_back(std::move(next));
        }
    }
    return rules;
}

}  // namespace treewright
