// The lowest and the highest label of some rows, per unit of weight: what bounds hang on.
#pragma once

#include <span>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// Regression: what the sums of some rows lack, and their span, in one look at the labels.
struct TargetFacts {
    UInt128 squares = 0;
    LabelSpan span;

    /// With those of other rows; spans before they are widened.
    void merge(const TargetFacts& other);
};
/// The span is widened where all labels are one: bounds divide by its width. No rows: as for classes.
TargetFacts target_facts(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads);

/// For merging: the span as it is. Of at least one row.
TargetFacts narrow_target_facts(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads);
LabelSpan widened(LabelSpan span);

/// Classes: 0 to 1.
LabelSpan label_span(const RowLabels& labels, std::span<const RowId> rows, const Threads& threads);

}  // namespace treewright
