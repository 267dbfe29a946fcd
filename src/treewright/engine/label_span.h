// The lowest and the highest label of some rows, per unit of weight: what bounds hang on.
#pragma once

#include <span>

#include "treewright/engine/cut_measure.h"
#include "treewright/engine/row_labels.h"

namespace treewright {

LabelSpan label_span(const RowLabels& labels, std::span<const std::uint32_t> rows);

}  // namespace treewright
