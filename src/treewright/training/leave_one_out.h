// Leave-one-out: for every row its prediction by the tree without it, and its influence on the tree.
#pragma once

#include <vector>

#include "treewright/evaluation/scored_rows.h"
#include "treewright/training/learner.h"

namespace treewright {

/// The influence of a row on the tree.
struct RowInfluence {
    bool root_changes = false;   ///< without it the root asks something else
    bool path_changes = false;   ///< without it some question on its own path is another one
    bool class_changes = false;  ///< without it another class is predicted for it
    /// The tree's probability of the row's class minus that without it, or the predicted number minus that without it.
    double moved = 0.0;
};

struct LeaveOneOut {
    Predictions predictions;         ///< for each row, by the tree without it
    Predictions baselines;           ///< for each row: the majority or the mean of the others
    std::vector<RowInfluence> rows;  ///< in the order of the table
};

/// Whether all rows are left out in about the time of a few fits. Otherwise every row takes a fit of its own.
bool shares_leave_one_out(const Learner& learner);

/// Exact: equal to a fit without each row. `whole` is the tree of all rows. A row of weight w is left out with all of its weight.
LeaveOneOut leave_one_out(const Learner& learner, const Tree& whole, const Run& run);

/// The same by a fit for each row, whatever the options.
LeaveOneOut leave_one_out_plainly(const Learner& learner, const Tree& whole, const Run& run);

}  // namespace treewright
