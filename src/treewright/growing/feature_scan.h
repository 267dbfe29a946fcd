// The interface of a scan, which scores every split of one feature at one node. Implemented for numeric and categorical
// features (numeric_scan.h, category_scan.h).
#pragma once

#include <memory>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/cut.h"
#include "treewright/growing/search_context.h"

namespace treewright {

class FeatureScan {
public:
    FeatureScan() = default;
    FeatureScan(const FeatureScan&) = delete;
    FeatureScan& operator=(const FeatureScan&) = delete;
    virtual ~FeatureScan() = default;

    /// Scores all splits; `keep_all` keeps them for `records`.
    virtual void run(bool keep_all) = 0;
    [[nodiscard]] virtual CutCollector& cuts() = 0;
    /// How many tests were possible, for the correction of p-values.
    [[nodiscard]] virtual double tests() const = 0;
    /// How many thresholds the row limits allow; none for a category.
    [[nodiscard]] virtual double thresholds() const { return 0.0; }
    [[nodiscard]] virtual NoCandidate why_none() const = 0;
    /// Builds the candidate of a cut.
    [[nodiscard]] virtual Candidate candidate(const ScoredCut& cut) = 0;
    /// Whether `a` comes first among equals: the lower threshold or the first set, then missing left before missing right.
    [[nodiscard]] virtual bool comes_first(const ScoredCut& a, const ScoredCut& b) = 0;
    [[nodiscard]] virtual std::vector<CutRecord> records() = 0;
};

/// The cut that comes first among those at or above the tie line; there must be one.
ScoredCut first_tied(FeatureScan& scan, double line);

}  // namespace treewright
