// The labels of a node's rows, counted by the levels of a category; also for missing rows if they are a level of their own.
#pragma once

#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/node_counts.h"
#include "treewright/engine/small_nodes/row_view.h"
#include "treewright/growing/category_scan.h"
#include "treewright/growing/search_context.h"

namespace treewright {

/// The counts of a category with more levels than bins, over some of the rows: a value, like `NodeCounts`.
struct LevelCounts {
    FeatureId feature = 0;
    std::vector<std::int64_t> tallies;  ///< one for each level, then one for missing rows

    void add(const LevelCounts& other);
    void write(ByteWriter& to) const;
    static LevelCounts read(ByteReader& from);
};

/// Whether a category has too many levels for the index.
inline bool is_wide(const Column& column) { return !column.has_values() && column.schema.levels.size() > missing_bin; }
LevelCounts count_levels(const TrainingSet& set, FeatureId feature, const RowView& rows, const RowLabels& labels,
                         const Progress& progress);

/// The levels that occur. `indexed`: the feature's number in the index.
std::vector<LevelSums> levels_in(const NodeCounts& counts, const BinnedFeature& feature, std::size_t indexed,
                                 const SearchContext& context);
std::vector<LevelSums> levels_in(const LevelCounts& counts, const SearchContext& context);

}  // namespace treewright
