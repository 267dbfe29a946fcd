// Several learners cross-validated on the same rounds, and their ranking.
#pragma once

#include <string>
#include <vector>

#include "treewright/resampling/comparison.h"
#include "treewright/resampling/summary.h"
#include "treewright/resampling/table_facts.h"

namespace treewright {

struct ComparisonResult {
    TableFacts table;
    ResamplingPlan plan;
    std::vector<std::string> names;  ///< of the learners
    std::vector<CrossValidation> learners;
    std::vector<LossSummary> summaries;
    Comparison comparison;

    [[nodiscard]] LossKind kind() const { return learners.front().kind; }
};

/// Takes one learner after the other. All are trained on the same set, with the same costs.
class LearnerComparison {
public:
    LearnerComparison(const TrainingSet& set, const ResamplingPlan& plan, const Run& run);

    /// Cross-validates the learner.
    void add(const std::string& name, const Learner& learner, const Run& run);
    /// Of two learners or more.
    [[nodiscard]] ComparisonResult result() const;

private:
    ComparisonResult result_;
    std::vector<Repeat> repeats_;
    CostMatrix costs_;
};

/// A corrected p-value of at most this is significant.
inline constexpr double significance_level = 0.05;

/// The learners by how they compare with the best.
struct Standing {
    std::vector<std::size_t> equal;  ///< lost the same in every round; the best itself among them, in order
    std::vector<std::size_t> beaten;
    std::vector<std::size_t> level_with;  ///< the difference may be chance
    std::size_t smallest = 0;             ///< fewest leaves, of those that are not beaten
};
Standing standing_of(const ComparisonResult& result);

/// Whether two learners lost the same in every round.
bool is_tie(const PairResult& pair);

}  // namespace treewright
