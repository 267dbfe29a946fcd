// The prediction for a left-out row at the leaf where its path ends, in the tree that grew without it.
#pragma once

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/left_out_partitions.h"
#include "treewright/engine/left_out_growth.h"

namespace treewright {

class LeftOutLeaves {
public:
    LeftOutLeaves(const LeftOutSource& source, LeftOutPredictions& predictions) : source_(source), predictions_(predictions) {}

    /// At the node `here`. Regression: `moments` holds the rows of the node.
    void predict(const PendingNode& here, const LeftOutRow& left_out, MomentsWithout* moments);
    /// By a pruned tree, which is also compared with the tree of all rows.
    void predict_by(const Tree& tree, const Tree& whole, RowId row);

private:
    void predict_class(const PendingNode& here, const LeftOutRow& left_out);
    void predict_value(const PendingNode& here, const LeftOutRow& left_out, MomentsWithout& moments);
    [[nodiscard]] ClassId label_of(const PendingNode& here, const LeftOutRow& left_out, const Sums& sums) const;

    const LeftOutSource& source_;
    LeftOutPredictions& predictions_;
};

}  // namespace treewright
