// What is predicted for a row where its way ends, in the tree that grew without it.
#pragma once

#include "treewright/engine/leave_one_out/left_out_groups.h"
#include "treewright/engine/left_out_growth.h"

namespace treewright {

class LeftOutLeaves {
public:
    LeftOutLeaves(const LeftOutSource& source, LeftOutPredictions& predictions) : source_(source), predictions_(predictions) {}

    /// At the node of the visit. Numbers: `moments` looks at the rows of the node.
    void predict(const Visit& visit, const Traveller& traveller, MomentsWithout* moments);
    /// By a pruned tree, which is also compared with that of all rows.
    void predict_by(const Tree& tree, const Tree& whole, std::uint32_t row);

private:
    void predict_class(const Visit& visit, const Traveller& traveller);
    void predict_value(const Visit& visit, const Traveller& traveller, MomentsWithout& moments);
    [[nodiscard]] std::int32_t label_of(const Visit& visit, const Traveller& traveller, const Sums& sums) const;

    const LeftOutSource& source_;
    LeftOutPredictions& predictions_;
};

}  // namespace treewright
