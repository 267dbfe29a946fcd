// C4.5's ranking of the features' best splits: by gain ratio, with the filter among those of at least average gain.
#pragma once

#include <span>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

/// What gain ratio needs of the best split of a feature.
struct RatedSplit {
    FeatureId feature = 0;
    SplitKind kind = SplitKind::leaf;
    double thresholds = 0.0;  ///< number of thresholds that the feature could choose from
    double gain = 0.0;
    double split_information = 0.0;
    // Set by rate_by_ratio.
    double penalty = 0.0;
    double ratio = 0.0;
    bool eligible = true;
};

double split_information_of(const SearchContext& context, const NodeFacts& node, const Candidate& candidate);

/// Rates the best splits of a node, one per feature. Returns the average gain, 0 without a filter.
double rate_by_ratio(const SearchContext& context, const NodeFacts& node, std::span<RatedSplit> splits);

void set_rating(Candidate& candidate, const RatedSplit& split);

}  // namespace treewright
