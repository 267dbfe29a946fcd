// What all searches of one tree share, and the facts about a node.
#pragma once

#include <span>
#include <vector>

#include "treewright/criteria/criterion.h"
#include "treewright/data/ids.h"
#include "treewright/growing/labels.h"
#include "treewright/growing/node_rows.h"
#include "treewright/growing/options.h"

namespace treewright {

struct SearchContext {
    const TrainingSet& set;
    const Labels& labels;
    const GrowOptions& options;
    const Criterion& criterion;
    /// Sorted distinct values of each feature in the whole training table; filled for `ThresholdPlace::data_value` only.
    std::vector<std::vector<double>> table_values;
    /// Whether a feature has missing values in the training table.
    std::vector<char> has_missing;
    double table_weight = 0.0;
};

/// The facts about a node that scores and stopping rules use.
struct NodeFacts {
    const Sums& sums;
    double impurity = 0.0;
    std::size_t classes_present = 0;  ///< regression: 0
};
NodeFacts node_facts_of(const SearchContext& context, const Sums& sums);

/// A node with its rows in the order of every feature.
struct NodeView : NodeFacts {
    const NodeRows& rows;
    RowRange range;

    [[nodiscard]] std::span<const RowId> sorted(FeatureId feature) const { return rows.sorted(feature, range); }
};

}  // namespace treewright
