// The results of the split search: candidate splits with their branches and scores.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "treewright/criteria/sums.h"
#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The direction of the rows in which the split's feature is missing.
enum class MissingSide : std::uint8_t {
    none,      ///< there are none
    left,      ///< to the first branch, counted there
    right,     ///< to the second branch, counted there
    heaviest,  ///< to the heaviest branch, not counted in the gain
    spread,    ///< to all branches, a share to each, not counted in the gain
};

/// A surrogate: a split on another feature that agrees with a candidate's. Its left branch is the candidate's first.
struct SurrogateCandidate {
    Split split;
    std::int64_t agreeing = 0;  ///< weight that it sends to the same branch as the candidate
    std::int64_t known = 0;     ///< weight that has both values
};

struct Candidate {
    Split split;
    /// All rows of the node by branch. For `fractional` and `surrogate` this holds for the winner only; other candidates have
    /// the missing rows in the heaviest branch.
    std::vector<Sums> branches;
    std::vector<Sums> counted;  ///< the rows that the gain is computed from: without the missing ones if these do not count
    bool heuristic = false;
    std::int64_t missing_weight = 0;  ///< of the node's rows in which the feature is missing
    double known_share = 1.0;         ///< share of the node's mass that `counted` holds; a factor of the gain
    double gain = 0.0;
    double penalty = 0.0;                        ///< gain ratio with `threshold_penalty`: subtracted from the gain
    double split_information = 0.0;              ///< gain ratio only
    double score = 0.0;                          ///< what candidates are ranked by: the gain, or the gain ratio
    bool eligible = true;                        ///< gain ratio: may win
    std::vector<SurrogateCandidate> surrogates;  ///< of the winner, the best first
};

/// One cut of a numeric feature, kept for display.
struct CutRecord {
    double threshold = 0.0;
    MissingSide side = MissingSide::none;
    double gain = 0.0;
    Sums above;  ///< the known rows with a larger value
};

/// Why a feature has no candidate.
enum class NoCandidate { none, used_on_path, all_missing, constant, row_limits };

struct FeatureResult {
    FeatureId feature = 0;
    std::optional<Candidate> best;  ///< the first of those that tie with the feature's top score
    double top_score = 0.0;         ///< the highest score of the feature; `best` may be below it by the tie tolerance
    NoCandidate reason = NoCandidate::none;
    double tests = 0.0;           ///< how many tests were possible
    double thresholds = 0.0;      ///< how many of them were thresholds
    std::vector<Candidate> tied;  ///< on request: all candidates that tie with `best`
    std::vector<CutRecord> cuts;  ///< on request: every threshold that was scored
};

struct SearchResult {
    double impurity = 0.0;
    std::vector<FeatureResult> features;  ///< in the order of the table
    std::optional<FeatureId> winner;      ///< index into `features`
    std::vector<FeatureId> tied;          ///< features whose best candidate ties with the winner, the winner among them
    double tests = 0.0;                   ///< possible at the node, over all features
    double average_gain = 0.0;            ///< gain ratio with a gain filter
};

}  // namespace treewright
