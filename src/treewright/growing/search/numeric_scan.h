// Thresholds of a numeric, date, time or ordered feature. The place of a cut is the number of known rows at or below it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/growing/branch_scorer.h"
#include "treewright/growing/feature_scan.h"

namespace treewright {

class NumericScan : public FeatureScan {
public:
    /// `run` stops if the progress is cancelled: a large column takes a tenth of a second.
    NumericScan(const SearchContext& context, const NodeView& node, FeatureId feature, const Progress& progress);

    void run(bool keep_all) override;
    CutCollector& cuts() override { return *cuts_; }
    [[nodiscard]] double tests() const override { return thresholds_ + missing_tests_; }
    [[nodiscard]] double thresholds() const override { return thresholds_; }
    [[nodiscard]] NoCandidate why_none() const override;
    Candidate candidate(const ScoredCut& cut) override;
    bool comes_first(const ScoredCut& a, const ScoredCut& b) override;
    std::vector<CutRecord> records() override;

    /// The candidate of any threshold, whether or not it is one of the cuts.
    Candidate candidate_at(double threshold, MissingSide side);

private:
    /// Rows [begin, end) of the known ones share one value.
    struct Group {
        std::size_t begin = 0;
        std::size_t end = 0;
        bool pure = true;
        std::int64_t weight = 0;
    };
    [[nodiscard]] double value(std::size_t place) const { return values_[rows_[place]]; }
    [[nodiscard]] Group group_at(std::size_t begin) const;
    [[nodiscard]] bool label_changes(const Group& below, const Group& above) const;
    void offer_cut(const Group& below, const Group& above);
    void offer_missing_test();
    [[nodiscard]] double threshold_of(const ScoredCut& cut) const;

    const SearchContext& context_;
    const NodeView& node_;
    const Progress& progress_;
    FeatureId feature_;
    const Numbers& values_;        ///< of the whole table
    std::span<const RowId> rows_;  ///< known rows, by value
    bool every_cut_;               ///< not only cuts at which the label changes
    std::unique_ptr<BranchScorer> scorer_;
    std::unique_ptr<CutCollector> cuts_;
    std::array<Sums, 2> branches_;          ///< known rows left and right of the current cut
    std::array<bool, 5> allowed_before_{};  ///< by MissingSide: an earlier cut met the row limits
    double thresholds_ = 0.0;
    double missing_tests_ = 0.0;
    bool constant_ = true;
};

}  // namespace treewright
