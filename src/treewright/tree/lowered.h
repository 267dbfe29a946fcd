// The lowered tree, an intermediate representation with explicit control flow: for every test the next step for yes, no,
// missing and unseen, the surrogates tried in between, and the prediction of a leaf. The compact predictor, the rules and
// JSON read this form, and so must every export that predicts elsewhere: the meaning of a tree is defined once. routing.h
// gives the same for single rows of a tree that is still growing, by the same splits; a differential test compares the two.
// Drawings and explanations name splits and their branches, and read the nodes.
//
// A step has the number of its node. Nothing here recurses, so a chain of 100,000 steps is safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/tree/leaf.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// A split, with the successor of each outcome.
struct LoweredTest {
    SplitView split;                          ///< never `reversed`: `yes` and `no` are exchanged instead
    std::span<const std::uint32_t> by_level;  ///< multiway: the step for each level
    std::uint32_t yes = 0;  ///< value <= threshold; a level of the left set; missing or unseen, if that is tested
    std::uint32_t no = 0;   ///< any other known value; a level of the right set
};

/// A share of a row, and the step it goes to.
struct LoweredPart {
    std::uint32_t step = 0;
    double share = 0.0;
};

/// The prediction of a leaf; of an inner node what it would predict as a leaf.
struct LoweredLeaf {
    LeafKind kind = LeafKind::constant;
    LeafAnswer constant;
    double weight = 0.0;             ///< of its training rows
    ClassRow<double> class_weights;  ///< the same by class; of an empty branch its parent's. Empty for regression
};

/// Spans point into the tree.
struct LoweredStep {
    bool is_leaf = true;
    LoweredTest test;
    /// Tried in order if the value is missing or unseen, unless that is what is tested; the first that the row has a value for
    /// decides.
    std::vector<LoweredTest> surrogates;
    std::uint32_t when_missing = 0;  ///< no value, and no surrogate has decided
    std::uint32_t when_unseen = 0;   ///< a level that the schema does not have, and no surrogate has decided
    std::uint32_t when_absent = 0;   ///< subset: a level of the schema that is in neither list
    std::vector<LoweredPart> parts;  ///< if not empty: a row whose value is missing or unseen goes to all of these instead
    bool refuses_missing = false;    ///< such a row is refused instead
    LoweredLeaf leaf;
};

/// A view of a tree, which must outlive it and its steps. Steps are built on demand.
class LoweredTree {
public:
    explicit LoweredTree(const Tree& tree);
    explicit LoweredTree(const Tree&& tree) = delete;  // a temporary would be gone

    [[nodiscard]] std::size_t size() const { return tree_.nodes.size(); }
    [[nodiscard]] bool is_leaf(std::uint32_t step) const { return tree_.nodes[step].is_leaf(); }
    [[nodiscard]] LoweredStep step(NodeId number) const;
    /// Whether some rows go on in parts.
    [[nodiscard]] bool has_parts() const;

private:
    [[nodiscard]] LoweredLeaf leaf_at(NodeId number) const;
    [[nodiscard]] LoweredTest test_at(NodeId number) const;
    [[nodiscard]] LoweredTest surrogate_test(const Surrogate& surrogate, std::span<const NodeId> children) const;
    [[nodiscard]] std::vector<LoweredPart> parts_at(NodeId number) const;

    const Tree& tree_;
    std::vector<NodeId> parents_;
};

/// The step that the test itself leads to; none for a value or a level that it cannot decide on.
template <class Value>
std::optional<std::uint32_t> step_by_test(const LoweredTest& test, Value value) {
    const auto child = child_by_split(test.split, value);
    if (!child) return std::nullopt;
    if (test.split.kind == SplitKind::multiway) return test.by_level[*child];
    return *child == 0 ? test.yes : test.no;
}

template <class Row>
std::optional<std::uint32_t> step_by_row(const LoweredTest& test, const Row& row) {
    const FeatureId feature = test.split.feature;
    return row.holds_value(feature) ? step_by_test(test, row.value(feature)) : step_by_test(test, row.code(feature));
}

/// The successor of a step that is not a leaf, for a row that has a single one (if there are `parts`: `when_missing`).
template <class Row>
std::uint32_t next_step(const LoweredStep& step, const Row& row) {
    if (const auto own = step_by_row(step.test, row)) return *own;
    const SplitView& split = step.test.split;
    const bool by_code = !row.holds_value(split.feature);
    const bool is_absent = by_code && split.kind == SplitKind::subset && row.code(split.feature) >= 0;
    if (is_absent) return step.when_absent;
    for (const LoweredTest& surrogate : step.surrogates)
        if (const auto by_surrogate = step_by_row(surrogate, row)) return *by_surrogate;
    return by_code && row.code(split.feature) != missing_code ? step.when_unseen : step.when_missing;
}

}  // namespace treewright
