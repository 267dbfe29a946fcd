// Near-optimal cuts ("near cuts"): those that could be best, or tie with the best, after any one row of the node is left out.
//
// F, the impurity of both sides of a cut times their mass, determines the order of the cuts of a node. Leaving out a row
// changes F; each criterion has an upper bound of how much this change can differ between cuts (Criterion::movement). So a cut
// whose gain is below the best one's by more than that stays below it, whichever row is left out. Under gain ratio the gain
// decides within each feature only, and every feature has its own near cuts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/leave_one_out/left_out_node.h"
#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// What all nodes share.
struct LeftOutSource {
    const SearchContext& context;
    const ClassTerms& terms;
    const CutMeasure& measure;
    const RowLabels& labels;
    const RankedTable& table;
    bool has_kinds = false;  ///< classes, and few distinct weights: many rows are equivalent in class and weight
};

struct NearCut {
    std::uint32_t boundary = 0;  ///< known rows of this rank or less are on the left
    std::uint32_t place = 0;     ///< their number
    FewIntegers left;            ///< their labels
};

/// Of one numeric feature.
struct NearFeature {
    FeatureId feature = 0;
    std::size_t position = 0;   ///< among the numeric ones
    FewIntegers missing;        ///< labels of the node's rows that have no value
    std::vector<NearCut> cuts;  ///< by boundary
};

/// Whether the row limits allow a cut whichever row is left out; `margin` is at least the weight of every row. Limits that
/// allow nothing are the largest integers: adding to them would overflow.
inline bool is_safe_cut(const CutView& view, std::int64_t left, std::int64_t margin) {
    const std::int64_t most = std::min(view.most_left, view.known[0] - 1);
    return left - margin >= std::max<std::int64_t>(view.least_left, 1) && left <= most && most - left >= margin;
}

/// Whether the criterion bounds the effect of a left-out row on the gain of a cut. Without a bound no cut can be discarded.
bool bounds_near_cuts(const Criterion& criterion);

/// Whether gains of thresholds may exclude the rows without a value.
bool leaves_rows_uncounted(const SearchContext& context);

/// The near cuts of all features that have any, or have missing rows that can be split off.
std::vector<NearFeature> near_cuts(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used);

}  // namespace treewright
