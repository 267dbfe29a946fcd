// The tree as explicit steps: for every test where a row goes if the answer is yes, no, missing or unknown, which surrogates are asked in
// between, and what a leaf says. The form that the compact predictor, the rules, JSON and every other export read, so that what a tree
// means is spelled out in one place. condition.h defines the same for single rows of a tree that is still growing; a test holds the two
// against each other.
//
// A step has the number of its node. A chain of 100,000 steps is no deeper than any other: nothing here recurses.
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

/// A test of one feature, with the steps that its answers lead to.
struct LoweredTest {
    enum class Kind : std::uint8_t {
        at_most,     ///< value <= threshold: yes; another known value: no
        levels,      ///< a level in `yes_levels`: yes; in `no_levels`: no
        each_level,  ///< level i: by_level[i]
        is_missing,  ///< missing or unseen: yes; known: no
    };
    Kind kind = Kind::at_most;
    FeatureId feature = 0;
    double threshold = 0.0;
    std::span<const std::int32_t> yes_levels;  ///< sorted
    std::span<const std::int32_t> no_levels;
    std::span<const std::uint32_t> by_level;  ///< steps
    std::uint32_t yes = 0;
    std::uint32_t no = 0;
};

/// A part of a row, and where it goes.
struct LoweredPart {
    std::uint32_t step = 0;
    double share = 0.0;
};

/// What a leaf says; of an inner node what it would say if it were one.
struct LoweredLeaf {
    LeafKind kind = LeafKind::constant;
    LeafAnswer constant;
    double weight = 0.0;                    ///< of its training rows
    std::span<const double> class_weights;  ///< the same by class; of an empty branch its parent's. Empty for regression
};

/// Spans point into the tree.
struct LoweredStep {
    bool is_leaf = true;
    LoweredTest test;
    /// Asked in order where the value is missing or unseen, unless the test is for that; the first that a row has an answer to decides.
    std::vector<LoweredTest> surrogates;
    std::uint32_t when_missing = 0;  ///< no value, and no surrogate has decided
    std::uint32_t when_unseen = 0;   ///< a level that the schema does not have, and no surrogate has decided
    std::uint32_t when_absent = 0;   ///< test of levels: one of the schema's that is in neither list
    std::vector<LoweredPart> parts;  ///< not empty: a row whose value is missing or unseen goes to all of these instead
    bool refuses_missing = false;    ///< such a row is refused instead
    LoweredLeaf leaf;
};

/// A view of a tree, which must outlive it and its steps. Steps are made when they are asked for.
class LoweredTree {
public:
    explicit LoweredTree(const Tree& tree);
    explicit LoweredTree(const Tree&& tree) = delete;  // a temporary would be gone

    [[nodiscard]] std::size_t size() const { return tree_.nodes.size(); }
    [[nodiscard]] bool is_leaf(std::uint32_t step) const { return tree_.nodes[step].is_leaf(); }
    [[nodiscard]] LoweredStep step(NodeId number) const;

private:
    [[nodiscard]] LoweredLeaf leaf_at(NodeId number) const;
    [[nodiscard]] LoweredTest test_at(NodeId number) const;
    [[nodiscard]] LoweredTest surrogate_test(const Surrogate& surrogate, std::span<const NodeId> children) const;
    [[nodiscard]] std::vector<LoweredPart> parts_at(NodeId number) const;

    const Tree& tree_;
    std::vector<NodeId> parents_;
};

/// The step that the test's own answer leads to; nothing for a value that it has no answer to.
std::optional<std::uint32_t> step_by_value(const LoweredTest& test, double value);
std::optional<std::uint32_t> step_by_code(const LoweredTest& test, LevelCode code);

template <class Row>
std::optional<std::uint32_t> step_by_row(const LoweredTest& test, const Row& row) {
    return row.holds_value(test.feature) ? step_by_value(test, row.value(test.feature))
                                         : step_by_code(test, row.code(test.feature));
}

/// The step after a step that is not a leaf, for a row that goes to one (where there are `parts`: the place of `when_missing`).
template <class Row>
std::uint32_t next_step(const LoweredStep& step, const Row& row) {
    if (const auto own = step_by_row(step.test, row)) return *own;
    const bool by_code = !row.holds_value(step.test.feature);
    const bool is_absent = by_code && step.test.kind == LoweredTest::Kind::levels && row.code(step.test.feature) >= 0;
    if (is_absent) return step.when_absent;
    for (const LoweredTest& surrogate : step.surrogates)
        if (const auto by_surrogate = step_by_row(surrogate, row)) return *by_surrogate;
    return by_code && row.code(step.test.feature) != missing_code ? step.when_unseen : step.when_missing;
}

}  // namespace treewright
