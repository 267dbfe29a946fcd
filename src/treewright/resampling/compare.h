// Several learners cross-validated on the same rounds, and their ranking.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
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
    PairResult best_and_baseline;  ///< not part of Holm's correction

    [[nodiscard]] LossKind kind() const { return learners.front().kind; }
};

/// Learners by their names, with the same costs.
using NamedLearners = std::vector<std::pair<std::string, TrainOptions>>;

/// A usage `Error` for fewer than two learners, for a name that is given twice, and for a single split. `compare` calls it; by itself it is
/// for the time before anything is read.
void check_comparison(const std::vector<std::string>& names, const ResamplingPlan& plan);

/// Cross-validates one learner after the other. What several learners would say about pruning is said once. `ready` is called for each before
/// its rounds, when all has been said that can be said in advance.
ComparisonResult compare(const NamedLearners& learners, const std::shared_ptr<const TrainingSet>& set,
                         const ResamplingPlan& plan, const Run& run, const std::function<void()>& ready = {});

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
