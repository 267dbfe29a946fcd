// What is worth asking at one step of a tree: the cells at which its decision changes.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/tree/lowered.h"
#include "treewright/verification/probe_rows.h"
#include "treewright/verification/probing/arrival.h"

namespace treewright {

/// A demand that takes no memory until it is made into a set.
struct CellWish {
    enum class Kind { value, level, missing, unseen, undecided };
    FeatureId feature = 0;
    Kind kind = Kind::missing;
    double value = 0.0;
    LevelCode level = 0;
    const LoweredTest* test = nullptr;  ///< undecided: of this surrogate
};
Demand demand_of(const CellWish& wish, const Schema& schema);

/// A threshold and its neighbours: the doubles below and above, for dates and times also the whole numbers around it, for ordered
/// categories and parts of dates these alone.
std::vector<double> values_around(double threshold, const ColumnSchema& column);

using TakeProbe = std::function<void(ProbeKind kind, std::span<const CellWish> wishes)>;
/// For a step that is not a leaf, always in the same order.
void for_each_probe(const LoweredStep& step, const Schema& schema, const TakeProbe& take);

}  // namespace treewright
