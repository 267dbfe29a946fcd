// Scores the branches of one feature at one node: direction of the missing rows, row limits, gain.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

class BranchScorer {
public:
    /// `known`: the rows that the branches will partition. In the node's other rows the feature is missing.
    BranchScorer(const SearchContext& context, const NodeFacts& node, const Sums& known);

    [[nodiscard]] const Sums& known() const { return known_; }
    [[nodiscard]] const Sums& missing() const { return missing_; }
    [[nodiscard]] bool has_missing() const { return missing_.weight > 0; }
    /// The directions of the missing rows that every binary split is tried with.
    [[nodiscard]] std::span<const MissingSide> sides() const;

    /// Whether two branches of these known weights hold enough rows.
    [[nodiscard]] bool allows(std::int64_t left, std::int64_t right, MissingSide side) const;
    /// The same for a threshold, where c45 counts known rows and requires more of them.
    [[nodiscard]] bool allows_threshold(std::int64_t left, std::int64_t right, MissingSide side) const;
    /// The same as the range of known weights that the left branch may have.
    struct Limits {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    [[nodiscard]] Limits threshold_limits(MissingSide side) const;
    [[nodiscard]] std::int64_t least_in_branch() const { return least_in_branch_; }
    [[nodiscard]] bool allows_multiway(std::span<const Sums> branches) const;

    /// The known rows' share of the node's mass.
    [[nodiscard]] double known_share() const;
    /// Snapped to 0 if it is within 1e-12 of the node's impurity.
    [[nodiscard]] double gain(std::span<const Sums, 2> branches, MissingSide side);
    [[nodiscard]] double multiway_gain(std::span<const Sums> branches) const;

    /// Completes a candidate from the branches of the known rows: direction of the missing rows, sums of each branch with them,
    /// gain.
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
    std::int64_t least_of_spread_ = 0;  ///< known weight that a branch needs if it gets its share of the missing rows
    std::array<Sums, 2> scratch_;
};

/// Position of the branch with the largest weight; ties: the first.
std::size_t heaviest(std::span<const Sums> branches);

}  // namespace treewright
