#include "treewright/growing/branch_scorer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/growing/cut.h"

namespace treewright {

namespace {

double c45_limit(double min_leaf, double known, std::size_t classes) {
    return std::max(min_leaf, std::min(25.0, known / (10.0 * static_cast<double>(std::max<std::size_t>(classes, 1)))));
}

constexpr MissingSide side_none[] = {MissingSide::none};
constexpr MissingSide side_heaviest[] = {MissingSide::heaviest};
constexpr MissingSide side_spread[] = {MissingSide::spread};
constexpr MissingSide sides_both[] = {MissingSide::left, MissingSide::right};

}  // namespace

std::size_t heaviest(std::span<const Sums> branches) {
    const auto heavier = [](const Sums& a, const Sums& b) { return a.weight < b.weight; };
    return index_in(branches, std::max_element(branches.begin(), branches.end(), heavier));
}

BranchScorer::BranchScorer(const SearchContext& context, const NodeFacts& node, const Sums& known)
    : context_(context), node_(node), known_(known), missing_(node.sums - known), impurity_(node.impurity) {
    const Labels& labels = context.labels;
    const GrowOptions& options = context.options;
    least_in_branch_ = labels.least_weight(options.min_leaf);
    least_known_ = options.numeric_limit == NumericLimit::c45
                       ? labels.least_weight(c45_limit(options.min_leaf, labels.real_weight(known.weight), labels.slots()))
                       : 0;
    if (has_missing()) least_of_spread_ = spread_limit();
}

/// The least known weight with which a branch reaches the limit, its share of the missing rows included: known·node/all known ≥
/// limit.
std::int64_t BranchScorer::spread_limit() const {
    const auto product = static_cast<Int128>(least_in_branch_) * known_.weight;
    return static_cast<std::int64_t>((product + node_.sums.weight - 1) / node_.sums.weight);
}

std::span<const MissingSide> BranchScorer::sides() const {
    if (!has_missing()) return side_none;
    switch (context_.options.missing) {
        case MissingMethod::majority:
        case MissingMethod::surrogate: return side_heaviest;
        case MissingMethod::fractional: return side_spread;
        default: return sides_both;
    }
}

bool BranchScorer::allows(std::int64_t left, std::int64_t right, MissingSide side) const {
    if (side == MissingSide::spread) return left >= least_of_spread_ && right >= least_of_spread_;
    const bool to_left = side == MissingSide::left || (side == MissingSide::heaviest && left >= right);
    const bool to_right = side == MissingSide::right || (side == MissingSide::heaviest && left < right);
    return left + (to_left ? missing_.weight : 0) >= least_in_branch_ &&
           right + (to_right ? missing_.weight : 0) >= least_in_branch_;
}

bool BranchScorer::allows_threshold(std::int64_t left, std::int64_t right, MissingSide side) const {
    if (context_.options.numeric_limit == NumericLimit::c45) return left >= least_known_ && right >= least_known_;
    return allows(left, right, side);
}

// Of `heaviest` the heavier side would get the missing rows, so the lighter one decides, without them.
BranchScorer::Limits BranchScorer::threshold_limits(MissingSide side) const {
    if (context_.options.numeric_limit == NumericLimit::c45) return {least_known_, known_.weight - least_known_};
    if (side == MissingSide::spread) return {least_of_spread_, known_.weight - least_of_spread_};
    return {least_in_branch_ - (side == MissingSide::left ? missing_.weight : 0),
            known_.weight - least_in_branch_ + (side == MissingSide::right ? missing_.weight : 0)};
}

bool BranchScorer::allows_multiway(std::span<const Sums> branches) const {
    const bool spread = has_missing() && context_.options.missing == MissingMethod::fractional;
    const std::size_t largest = heaviest(branches);
    std::size_t filled = 0;
    std::size_t enough = 0;
    for (std::size_t b = 0; b < branches.size(); ++b) {
        const std::int64_t weight = branches[b].weight + (b == largest && !spread ? missing_.weight : 0);
        if (weight == 0) continue;
        ++filled;
        if (weight >= (spread ? least_of_spread_ : least_in_branch_)) ++enough;
    }
    return filled >= 2 && (context_.options.branch_rule == BranchRule::two ? enough >= 2 : enough == filled);
}

double BranchScorer::snapped(double gain) const { return std::abs(gain) <= tie_tolerance * impurity_ ? 0.0 : gain; }

double BranchScorer::known_share() const {
    return has_missing() ? context_.criterion.mass(known_) / context_.criterion.mass(node_.sums) : 1.0;
}

double BranchScorer::gain(std::span<const Sums, 2> branches, MissingSide side) {
    if (side == MissingSide::none) return snapped(context_.criterion.gain(node_.sums, branches));
    if (side == MissingSide::heaviest || side == MissingSide::spread) return multiway_gain(branches);
    scratch_[0] = branches[0];
    scratch_[1] = branches[1];
    scratch_[side == MissingSide::left ? 0 : 1] += missing_;
    return snapped(context_.criterion.gain(node_.sums, scratch_));
}

double BranchScorer::multiway_gain(std::span<const Sums> branches) const {
    return snapped(context_.criterion.gain(known_, branches) * known_share());
}

Candidate BranchScorer::complete(Split split, std::vector<Sums> branches, MissingSide side) {
    Candidate candidate;
    candidate.split = std::move(split);
    candidate.branches = branches;
    candidate.missing_weight = missing_.weight;
    std::size_t missing_child = heaviest(branches);
    if (side == MissingSide::left || side == MissingSide::right) missing_child = side == MissingSide::left ? 0 : 1;
    candidate.branches[missing_child] += missing_;
    if (side == MissingSide::heaviest || side == MissingSide::spread) {
        candidate.known_share = known_share();
        candidate.gain = multiway_gain(branches);
        candidate.counted = std::move(branches);
    } else {
        candidate.gain = snapped(context_.criterion.gain(node_.sums, candidate.branches));
        candidate.counted = candidate.branches;
    }
    if (candidate.split.kind == SplitKind::is_missing) missing_child = 0;
    if (candidate.split.missing_branch) missing_child = candidate.split.children - 1;
    candidate.split.missing_child = static_cast<std::uint32_t>(missing_child);
    candidate.score = candidate.gain;
    return candidate;
}

}  // namespace treewright
