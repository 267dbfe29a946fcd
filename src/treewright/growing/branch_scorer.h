// Scores the branches of one feature at one node: what the missing rows do, which row limits hold, what is gained.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

class BranchScorer {
public:
    /// `known`: the rows that the branches will partition. The node's other rows miss the feature.
    BranchScorer(const SearchContext& context, const NodeFacts& node, const Sums& known);

    [[nodiscard]] const Sums& known() const { return known_; }
    [[nodiscard]] const Sums& missing() const { return missing_; }
    [[nodiscard]] bool has_missing() const { return missing_.weight > 0; }
    /// The ways to send the missing rows that every two-way question is tried with.
    [[nodiscard]] std::span<const MissingSide> sides() const;

    /// Whether two branches of these known weights hold enough rows.
    [[nodiscard]] bool allows(std::int64_t left, std::int64_t right, MissingSide side) const;
    /// The same for a threshold, where c45 counts known rows and asks for more of them.
    [[nodiscard]] bool allows_threshold(std::int64_t left, std::int64_t right, MissingSide side) const;
    /// The same as the known weights that may stand on the left.
    struct Limits {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    [[nodiscard]] Limits threshold_limits(MissingSide side) const;
    [[nodiscard]] std::int64_t least_in_branch() const { return least_in_branch_; }
    [[nodiscard]] bool allows_multiway(std::span<const Sums> branches) const;

    /// The known rows' share of the node's mass.
    [[nodiscard]] double known_share() const;
    /// 0 where it is within 1e-12 of the node's impurity.
    [[nodiscard]] double gain(std::span<const Sums, 2> branches, MissingSide side);
    [[nodiscard]] double multiway_gain(std::span<const Sums> branches) const;

    /// Completes a candidate from the branches of the known rows: where missing rows go, what each branch then holds, its gain.
    [[nodiscard]] Candidate complete(Split split, std::vector<Sums> branches, MissingSide side);

private:
    [[nodiscard]] double snapped(double gain) const;
    [[nodiscard]] std::int64_t spread_limit() const;

    const SearchContext& context_;
    const NodeFacts& node_;
    Sums known_;
    Sums missing_;
    double impurity_;
    std::int64_t least_in_branch_;
    std::int64_t least_known_;
    std::int64_t least_of_spread_ = 0;  ///< known weight that a branch needs where it gets its share of the missing rows
    std::array<Sums, 2> scratch_;
};

/// Position of the branch with the largest weight; equal ones: the first.
std::size_t heaviest(std::span<const Sums> branches);

}  // namespace treewright
