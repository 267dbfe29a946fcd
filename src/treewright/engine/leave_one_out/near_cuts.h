// The cuts of a node that could be best, or tie with the best, once any one of its rows is taken out.
//
// Q, the purity of both sides of a cut times their mass, is what cuts of one node differ in. Taking out a row of mass m changes Q by
//   Gini            at most m either way (dQ/dm is 2p − Σp² of the row's side),
//   entropy         0 to m·(log₂(M/m) + 1/ln 2), M being the node's mass (dQ/dm is log₂ p),
//   cost-gini       −c·m to 2·c·m, c being the largest cost (dQ/dm is the mean cost of the row's side, minus that of its class both ways),
//   squared error   0 to m·n/(n − m)·(y − mean)², n and mean being those of the row's side.
// So a cut that lies below the best one by more than both can change stays below it, whichever row is missing. Under gain ratio the gain
// decides inside each feature only, and every feature has near cuts of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

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
    std::size_t feature = 0;
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

/// Whether gains of thresholds may speak of some rows only: of those that have a value.
bool leaves_rows_uncounted(const SearchContext& context);

/// Those of all features that have any, or have missing rows where these are a question of their own.
std::vector<NearFeature> near_cuts(const LeftOutSource& source, const LeftOutNode& node, std::span<const std::size_t> used);

}  // namespace treewright
