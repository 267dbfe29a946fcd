// Grows a tree the plain way: every feature's rows are sorted once and every cut of a node is scored. The engine gives the same tree faster.
#pragma once

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/grown_tree.h"
#include "treewright/growing/options.h"

namespace treewright {

/// The tree of these rows. It depends on the rows as a multiset and on the options only. Part of the rows see the set as it was
/// prepared: the scale of the target and the values of thresholds are those of all rows. An input `Error` if there are no rows.
GrownTree grow(const TrainingSet& set, const RowSelection& rows, const GrowOptions& options, const ClassTerms& terms,
               const Run& run);

/// An input `Error` if there are no rows to grow a tree from.
void refuse_no_rows(const TrainingSet& set, const RowSelection& rows);

}  // namespace treewright
