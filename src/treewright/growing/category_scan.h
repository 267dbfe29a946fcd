// Splits of a categorical feature: one branch per level, a subset of the levels against the rest, one level against the rest.
// Under `MissingMethod::category` missing values are one more level, after the others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/growing/branch_scorer.h"
#include "treewright/growing/feature_scan.h"

namespace treewright {

/// A level that occurs in a node, with its sums.
struct LevelSums {
    LevelCode code = 0;
    Sums sums;
};

/// The levels of a feature in a node, in the order of their codes. `MissingMethod::category`: the missing rows are the last.
std::vector<LevelSums> levels_of(const SearchContext& context, const NodeView& node, FeatureId feature);
/// The code of the missing rows if they are a level of their own, else none.
std::optional<LevelCode> code_of_missing(const SearchContext& context, FeatureId feature);

class CategoryScan : public FeatureScan {
public:
    CategoryScan(const SearchContext& context, const NodeFacts& node, FeatureId feature, std::vector<LevelSums> levels);

    void run(bool keep_all) override;
    CutCollector& cuts() override { return *cuts_; }
    [[nodiscard]] double tests() const override;
    [[nodiscard]] NoCandidate why_none() const override;
    Candidate candidate(const ScoredCut& cut) override;
    bool comes_first(const ScoredCut& a, const ScoredCut& b) override;
    std::vector<CutRecord> records() override { return {}; }

private:
    using Order = std::vector<std::uint32_t>;  ///< positions in `levels_`

    void run_multiway();
    void run_subset();
    void run_exhaustive();
    void run_one_vs_rest();
    /// Offers every cut of an ordering; returns whether its best cut, disregarding the row limits, is one that they allow.
    bool run_ordering(Order order);
    [[nodiscard]] Order order_by_share(std::size_t slot) const;
    [[nodiscard]] std::vector<std::size_t> ordering_slots() const;
    void offer(const ScoredCut& cut);

    /// Whether each present level goes left, decoded from the cut's place and order.
    [[nodiscard]] std::vector<char> goes_left(const ScoredCut& cut) const;
    [[nodiscard]] std::array<Sums, 2> branches_of(const std::vector<char>& left) const;
    [[nodiscard]] Candidate two_way_candidate(const ScoredCut& cut);
    [[nodiscard]] Candidate multiway_candidate();
    [[nodiscard]] bool missing_is_level() const;
    [[nodiscard]] LevelCode missing_level() const;

    const SearchContext& context_;
    NodeFacts node_;
    FeatureId feature_;
    std::vector<LevelSums> levels_;  ///< in byte order of their names
    std::vector<Order> orders_;
    bool heuristic_ = false;
    std::unique_ptr<BranchScorer> scorer_;
    std::unique_ptr<CutCollector> cuts_;
};

}  // namespace treewright
