// C4.5's ranking of the features' best questions: by gain ratio, among those of at least average gain where the filter is on.
#pragma once

#include <span>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

/// The best question of a feature, as far as gain ratio looks at it.
struct RatedQuestion {
    FeatureId feature = 0;
    SplitKind kind = SplitKind::leaf;
    double thresholds = 0.0;  ///< that the feature had to choose from
    double gain = 0.0;
    double split_information = 0.0;
    // Set by rate_by_ratio.
    double penalty = 0.0;
    double ratio = 0.0;
    bool eligible = true;
};

double split_information_of(const SearchContext& context, const NodeFacts& node, const Candidate& candidate);

/// All questions of a node, one a feature. Returns the average gain, 0 without a filter.
double rate_by_ratio(const SearchContext& context, const NodeFacts& node, std::span<RatedQuestion> questions);

void set_rating(Candidate& candidate, const RatedQuestion& question);

}  // namespace treewright
