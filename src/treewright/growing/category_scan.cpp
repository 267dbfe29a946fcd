#include "treewright/growing/category_scan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace treewright {

namespace {

constexpr std::size_t most_exhaustive_levels = 10;
// Sentinels of ScoredCut::order, which is otherwise the number of an ordering (whose place is then the length of the prefix):
constexpr std::uint32_t bit_mask = UINT32_MAX;          // the place is the mask of the left levels
constexpr std::uint32_t single_level = UINT32_MAX - 1;  // the place is the one level against the rest
constexpr std::uint32_t every_level = UINT32_MAX - 2;   // multiway

}  // namespace

std::optional<LevelCode> code_of_missing(const SearchContext& context, FeatureId feature) {
    if (context.options.missing != MissingMethod::category || context.has_missing[feature] == 0) return std::nullopt;
    return level_code(context.set.features[feature].schema.levels.size());
}

std::vector<LevelSums> levels_of(const SearchContext& context, const NodeView& node, FeatureId feature) {
    std::vector<LevelSums> levels;
    const auto& codes = context.set.features[feature].codes;
    for (const RowId row : node.sorted(feature)) {
        LevelCode code = codes[row];
        if (code < 0) {
            if (!code_of_missing(context, feature)) break;  // missing rows come last
            code = *code_of_missing(context, feature);
        }
        if (levels.empty() || levels.back().code != code) levels.push_back({code, Sums(context.labels.slots())});
        context.labels.add(row, levels.back().sums);
    }
    return levels;
}

CategoryScan::CategoryScan(const SearchContext& context, const NodeFacts& node, FeatureId feature,
                           std::vector<LevelSums> levels)
    : context_(context), node_(node), feature_(feature), levels_(std::move(levels)) {
    Sums known(context.labels.slots());
    for (const LevelSums& level : levels_) known += level.sums;
    scorer_ = std::make_unique<BranchScorer>(context, node_, known);
}

bool CategoryScan::missing_is_level() const { return code_of_missing(context_, feature_).has_value(); }

std::int32_t CategoryScan::missing_level() const { return level_code(context_.set.features[feature_].schema.levels.size()); }

void CategoryScan::run(bool keep_all) {
    cuts_ = std::make_unique<CutCollector>(node_.impurity, keep_all);
    if (levels_.size() < 2) return;
    switch (context_.options.categories) {
        case CategorySplit::multiway: return run_multiway();
        case CategorySplit::subset: return run_subset();
        case CategorySplit::one_vs_rest: return run_one_vs_rest();
    }
}

double CategoryScan::tests() const {
    if (levels_.size() < 2) return 0.0;
    const auto count = static_cast<double>(levels_.size());
    switch (context_.options.categories) {
        case CategorySplit::multiway: return cuts_->empty() ? 0.0 : 1.0;
        case CategorySplit::subset: return std::min(std::exp2(count - 1.0) - 1.0, 1e300);
        case CategorySplit::one_vs_rest: return count;
    }
    return 0.0;
}

NoCandidate CategoryScan::why_none() const {
    if (levels_.empty()) return NoCandidate::all_missing;
    return levels_.size() == 1 ? NoCandidate::constant : NoCandidate::row_limits;
}

void CategoryScan::run_multiway() {
    std::vector<Sums> branches;
    for (const LevelSums& level : levels_) branches.push_back(level.sums);
    if (!scorer_->allows_multiway(branches)) return;
    cuts_->offer(
        {scorer_->multiway_gain(branches), 0, every_level, scorer_->has_missing() ? MissingSide::heaviest : MissingSide::none});
}

void CategoryScan::run_one_vs_rest() {
    const std::size_t questions = levels_.size() == 2 ? 1 : levels_.size();
    for (std::size_t i = 0; i < questions; ++i) offer({0.0, static_cast<std::uint32_t>(i), single_level, MissingSide::none});
}

// Two classes or numbers under a concave criterion: the best subset is a cut of the levels ordered by share or mean (Breiman et
// al. 1984, theorem 4.5), but only if that cut is allowed. Otherwise all subsets are tried if they are few, else one ordering
// per class.
void CategoryScan::run_subset() {
    const bool concave = context_.criterion.is_concave(node_.classes_present);
    if (concave && node_.classes_present <= 2 && run_ordering(order_by_share(ordering_slots().front()))) return;
    *cuts_ = CutCollector(node_.impurity, false);
    orders_.clear();
    if (levels_.size() <= most_exhaustive_levels) return run_exhaustive();
    heuristic_ = true;
    for (const std::size_t slot : ordering_slots()) run_ordering(order_by_share(slot));
}

void CategoryScan::run_exhaustive() {
    const std::uint32_t every = (1U << levels_.size()) - 1U;
    for (std::uint32_t mask = 1; mask < every; mask += 2) offer({0.0, mask, bit_mask, MissingSide::none});
}

/// The classes that occur in the node; for regression the one slot.
std::vector<std::size_t> CategoryScan::ordering_slots() const {
    std::vector<std::size_t> slots;
    for (std::size_t j = 0; j < node_.sums.slots.size(); ++j)
        if (!context_.labels.is_classification() || node_.sums.slots[j] > 0) slots.push_back(j);
    return slots;
}

/// By the exact fraction slot/weight; equal fractions by the order of the levels.
CategoryScan::Order CategoryScan::order_by_share(std::size_t slot) const {
    Order order(levels_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Sums& x = levels_[a].sums;
        const Sums& y = levels_[b].sums;
        return static_cast<Int128>(x.slots[slot]) * y.weight < static_cast<Int128>(y.slots[slot]) * x.weight;
    });
    return order;
}

bool CategoryScan::run_ordering(Order order) {
    orders_.push_back(std::move(order));
    const auto number = static_cast<std::uint32_t>(orders_.size() - 1);
    std::array<Sums, 2> sides{Sums(context_.labels.slots()), scorer_->known()};
    CutCollector unlimited(node_.impurity, false);
    bool first_level_is_left = false;
    // Missing rows against all levels is not a subset, but if it is best, the theorem says nothing about the next best.
    if (scorer_->sides().size() == 2) unlimited.offer({scorer_->gain(sides, MissingSide::left), 0, number, MissingSide::left});
    for (std::uint32_t prefix = 1; prefix < levels_.size(); ++prefix) {
        const std::uint32_t moved = orders_.back()[prefix - 1];
        sides[0] += levels_[moved].sums;
        sides[1] -= levels_[moved].sums;
        first_level_is_left = first_level_is_left || moved == 0;
        if (!first_level_is_left) std::swap(sides[0], sides[1]);
        for (const MissingSide side : scorer_->sides()) {
            const ScoredCut cut{scorer_->gain(sides, side), prefix, number, side};
            unlimited.offer(cut);
            if (scorer_->allows(sides[0].weight, sides[1].weight, side)) cuts_->offer(cut);
        }
        if (!first_level_is_left) std::swap(sides[0], sides[1]);
    }
    return !cuts_->empty() && cuts_->best() >= tie_line(unlimited.best(), node_.impurity);
}

/// Scores a cut given by its place and order, once per direction of the missing rows.
void CategoryScan::offer(const ScoredCut& cut) {
    const std::array<Sums, 2> branches = branches_of(goes_left(cut));
    for (const MissingSide side : scorer_->sides())
        if (scorer_->allows(branches[0].weight, branches[1].weight, side))
            cuts_->offer({scorer_->gain(branches, side), cut.place, cut.order, side});
}

std::vector<char> CategoryScan::goes_left(const ScoredCut& cut) const {
    std::vector<char> left(levels_.size(), 0);
    if (cut.order == bit_mask) {
        for (std::size_t i = 0; i < left.size(); ++i) left[i] = (cut.place >> i & 1U) != 0;
    } else if (cut.order == single_level) {
        left[cut.place] = 1;
    } else {
        for (std::uint32_t i = 0; i < cut.place; ++i) left[orders_[cut.order][i]] = 1;
    }
    if (left[0] == 0)  // the side with the first level is left
        for (char& side : left) side = side == 0;
    return left;
}

std::array<Sums, 2> CategoryScan::branches_of(const std::vector<char>& left) const {
    std::array<Sums, 2> branches{Sums(context_.labels.slots()), Sums(context_.labels.slots())};
    for (std::size_t i = 0; i < left.size(); ++i) branches[left[i] != 0 ? 0 : 1] += levels_[i].sums;
    return branches;
}

Candidate CategoryScan::candidate(const ScoredCut& cut) {
    Candidate candidate = cut.order == every_level ? multiway_candidate() : two_way_candidate(cut);
    candidate.heuristic = heuristic_;
    if (missing_is_level() && levels_.back().code == missing_level()) candidate.missing_weight = levels_.back().sums.weight;
    return candidate;
}

Candidate CategoryScan::two_way_candidate(const ScoredCut& cut) {
    const std::vector<char> left = goes_left(cut);
    std::array<Sums, 2> branches = branches_of(left);
    Split split;
    split.kind = SplitKind::subset;
    split.feature = feature_;
    std::optional<std::uint32_t> side_of_missing_level;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (levels_[i].code == missing_level())
            side_of_missing_level = left[i] != 0 ? 0U : 1U;
        else
            (left[i] != 0 ? split.left_levels : split.right_levels).push_back(levels_[i].code);
    }
    if (split.right_levels.empty()) {  // missing against every level
        split.kind = SplitKind::is_missing;
        split.left_levels.clear();
        std::swap(branches[0], branches[1]);
    }
    const bool is_subset = split.kind == SplitKind::subset;
    Candidate candidate = scorer_->complete(std::move(split), {branches[0], branches[1]}, cut.side);
    if (is_subset && side_of_missing_level) candidate.split.missing_child = *side_of_missing_level;
    return candidate;
}

Candidate CategoryScan::multiway_candidate() {
    Split split;
    split.kind = SplitKind::multiway;
    split.feature = feature_;
    split.missing_branch = missing_is_level();
    split.children = static_cast<std::size_t>(missing_level()) + (split.missing_branch ? 1 : 0);
    std::vector<Sums> branches(split.children, Sums(context_.labels.slots()));
    for (const LevelSums& level : levels_) branches[position_of(level.code)] = level.sums;
    return scorer_->complete(std::move(split), std::move(branches),
                             scorer_->has_missing() ? MissingSide::heaviest : MissingSide::none);
}

bool CategoryScan::comes_first(const ScoredCut& a, const ScoredCut& b) {
    const std::vector<char> left_a = goes_left(a);
    const std::vector<char> left_b = goes_left(b);
    if (left_a == left_b) return a.side < b.side;
    // Sorted lists of levels: at the first difference the one that holds the level comes first, unless the other has ended.
    const auto i = std::mismatch(left_a.begin(), left_a.end(), left_b.begin()).first - left_a.begin();
    const auto& without = left_a[static_cast<std::size_t>(i)] != 0 ? left_b : left_a;
    const bool other_ended = std::none_of(without.begin() + i, without.end(), [](char side) { return side != 0; });
    const bool a_holds = left_a[static_cast<std::size_t>(i)] != 0;
    return other_ended ? !a_holds : a_holds;
}

}  // namespace treewright
