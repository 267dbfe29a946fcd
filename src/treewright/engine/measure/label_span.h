// The lowest and the highest label of some rows, per unit of weight, for bounds.
#pragma once

#include <span>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// Regression: the sum of squares, which the search leaves out, and the span, in one pass over the labels.
struct TargetFacts {
    UInt128 squares = 0;
    LabelSpan span;

    /// Spans must not have been widened.
    void merge(const TargetFacts& other);
};
/// The span is widened if all labels are equal: bounds divide by its width. No rows: as for classes.
TargetFacts target_facts(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads);

/// For merging: the span is not widened. At least one row.
TargetFacts narrow_target_facts(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads);
LabelSpan widened(LabelSpan span);

/// Classes: 0 to 1.
LabelSpan label_span(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads);

}  // namespace treewright
