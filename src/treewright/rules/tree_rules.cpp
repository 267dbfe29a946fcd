#include "treewright/rules/tree_rules.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_set>
#include <utility>

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

constexpr NodeId nobody = no_parent;

}  // namespace

/// Visits the nodes, children in their order, and knows the path to the current one.
class TreeRules::Walk {
public:
    Walk(TreeRules& rules, std::span<const ColumnSchema> features)
        : tree_(rules.tree_),
          branches_(rules.branches_),
          features_(features),
          lowered_(tree_),
          latest_(features.size(), nobody) {}

    void run(std::vector<NodeId>& leaves) {
        std::vector<Visit> waiting = {{0, nobody}};
        while (!waiting.empty()) {
            const auto [node, parent] = waiting.back();
            waiting.pop_back();
            while (!path_.empty() && path_.back().node != parent) leave();
            if (parent != nobody) enter(node, parent);
            const auto children = tree_.children_of(node);
            if (children.empty()) leaves.push_back(node);
            for (std::size_t position = children.size(); position-- > 0;) waiting.push_back({children[position], node});
        }
    }

private:
    struct Visit {
        NodeId node;
        NodeId parent;
    };
    struct Step {
        NodeId node;
        NodeId before;  ///< what `latest_` of its feature was
    };

    void enter(NodeId node, NodeId parent) {
        const LoweredStep step = lowered_.step(parent);
        const FeatureId feature = step.test.split.feature;
        Branch& branch = branches_[node];
        const NodeId before = std::exchange(latest_[feature], node);
        branch.condition = BranchCondition(step, node, states_missing(tree_.nodes[parent])).make(features_[feature]);
        branch.first = size32(path_);
        branch.features = branches_[parent].features + (before == nobody ? 1 : 0);
        branch.next = parent;
        if (before == parent) branch.next = branches_[parent].next;
        if (before != nobody) {
            branch.first = branches_[before].first;
            RuleCondition merged = branches_[before].condition;
            merge(merged, branch.condition);
            branch.condition = std::move(merged);
        }
        path_.push_back({node, before});
    }

    void leave() {
        latest_[branches_[path_.back().node].condition.feature] = path_.back().before;
        path_.pop_back();
    }

    const Tree& tree_;
    std::vector<Branch>& branches_;
    std::span<const ColumnSchema> features_;
    LoweredTree lowered_;
    std::vector<NodeId> latest_;  ///< by feature: the last node on the path to which a question about it leads
    std::vector<Step> path_;      ///< without the root
};

TreeRules::TreeRules(const Tree& tree, std::span<const ColumnSchema> features) : tree_(tree), branches_(tree.nodes.size()) {
    Walk(*this, features).run(leaves_);
}

Rule TreeRules::without_conditions(NodeId number) const {
    const Node& leaf = tree_.nodes[number];
    const auto classes = tree_.class_weights_of(number);
    Rule rule;
    rule.label = leaf.label;
    rule.weight = leaf.weight;
    rule.class_weights.assign(classes.begin(), classes.end());
    if (tree_.classes == 0) {
        rule.mean = leaf.mean;
        rule.variance = leaf.impurity;
    }
    rule.leaf = number;
    return rule;
}

/// The last branch about a feature has those above merged into it. The way up ends when every feature was met.
std::vector<RuleCondition> TreeRules::conditions_of(NodeId leaf) const {
    std::vector<const Branch*> last;
    std::unordered_set<FeatureId> met;
    for (NodeId node = leaf; met.size() < branches_[leaf].features; node = branches_[node].next)
        if (met.insert(branches_[node].condition.feature).second) last.push_back(&branches_[node]);
    std::sort(last.begin(), last.end(), [](const Branch* a, const Branch* b) { return a->first < b->first; });
    std::vector<RuleCondition> conditions;
    conditions.reserve(last.size());
    for (const Branch* branch : last) conditions.push_back(branch->condition);
    return conditions;
}

Rule TreeRules::rule(NodeId leaf) const {
    Rule rule = without_conditions(leaf);
    rule.conditions = conditions_of(leaf);
    return rule;
}

std::vector<Rule> rules_of(const Tree& tree, std::span<const ColumnSchema> features) {
    const TreeRules rules(tree, features);
    std::vector<Rule> all;
    for (const NodeId leaf : rules.leaves()) all.push_back(rules.rule(leaf));
    return all;
}

}  // namespace treewright
