// The cuts of a node that could be best, or tie with the best, once any one of its rows is taken out.
//
// F, the impurity of both sides of a cut times their mass, is what cuts of one node differ in. Taking a row out changes F; how far its change
// can differ from cut to cut is what each criterion bounds in its own file (Criterion::movement). So a cut that lies below the best one by
// more than that stays below it, whichever row is missing. Under gain ratio the gain decides inside each feature only, and every feature has
// near cuts of its own.
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
    bool has_kinds = false;  ///< classes, and few different weights: many rows have the class and the weight of others
};

struct NearCut {
    std::uint32_t boundary = 0;  ///< known rows of this rank or less stand on the left
    std::uint32_t place = 0;     ///< how many these are
    FewIntegers left;            ///< their labels
};

/// Of one numeric feature.
struct NearFeature {
    FeatureId feature = 0;
    std::size_t position = 0;   ///< among the numeric ones
    FewIntegers missing;        ///< labels of the node's rows that have no value
    std::vector<NearCut> cuts;  ///< by boundary
};

/// Whether the limits of rows allow a cut whichever row is missing; `margin` is at least the weight of every row. Limits that allow nothing
/// are the largest integers, which must not be added to.
inline bool is_safe_cut(const CutView& view, std::int64_t left, std::int64_t margin) {
    const std::int64_t most = std::min(view.most_left, view.known[0] - 1);
    return left - margin >= std::max<std::int64_t>(view.least_left, 1) && left <= most && most - left >= margin;
}

/// Whether the criterion says how far a row that is taken out can move the gain of a cut. Without that no cut can be discarded.
bool bounds_near_cuts(const Criterion& criterion);

/// Whether gains of thresholds may speak of some rows only: of those that have a value.
bool leaves_rows_uncounted(const SearchContext& context);

/// Those of all features that have any, or have missing rows where these are a question of their own.
std::vector<NearFeature> near_cuts(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used);

}  // namespace treewright
