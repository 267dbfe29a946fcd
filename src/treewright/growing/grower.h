// The reference grower: every feature's rows are sorted once and every cut of a node is scored. The engine grows the same tree
// faster.
#pragma once

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/grown_tree.h"
#include "treewright/growing/options.h"

namespace treewright {

/// Grows a tree from these rows. It depends only on the multiset of rows and on the options. If the rows are a part of the set,
/// the scale of the target and the values of thresholds are still those of the whole set. An input `Error` if there are no
/// rows.
GrownTree grow(const TrainingSet& set, const RowSelection& rows, const GrowOptions& options, const ClassTerms& terms,
               const Run& run);

/// An input `Error` if there are no rows to grow a tree from.
void refuse_no_rows(const TrainingSet& set, const RowSelection& rows);

}  // namespace treewright
