// The lowest and the highest label of some rows, per unit of weight: what bounds hang on.
#pragma once

#include <span>

#include "treewright/base/parallel.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// Regression: what the sums of some rows lack, and their span, in one look at the labels.
struct TargetFacts {
    UInt128 squares = 0;
    LabelSpan span;
};
TargetFacts target_facts(const RowLabels& labels, std::span<const std::uint32_t> rows, const Threads& threads);

/// Classes: 0 to 1.
LabelSpan label_span(const RowLabels& labels, std::span<const std::uint32_t> rows, const Threads& threads);

}  // namespace treewright
