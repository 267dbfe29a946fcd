// Numbers: which near cuts a row can make the best ones, told by three multiplications a cut.
//
// Without a row of target y the gain of a cut is, but for what all cuts of the node have in common, gain·n + m/(m − 1)·(y − mean)², where
// m and mean are those of the row's side.
#pragma once

#include <vector>

#include "treewright/engine/near_cuts.h"

namespace treewright {

class NearTargets {
public:
    /// Only for rows of weight 1 and squared error; features with missing rows are left alone.
    NearTargets(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near);

    [[nodiscard]] bool apply() const { return applies_; }
    /// From now on it is about this row.
    void look_at(std::uint32_t row);
    /// By position in `near` and among its cuts.
    [[nodiscard]] bool can_win(std::size_t feature, std::size_t cut) const {
        return features_[feature].empty() || merits_[feature][cut] >= floor_;
    }

private:
    struct Sides {
        std::uint32_t boundary = 0;
        double gain = 0.0;  ///< times the rows
        double means[2] = {0.0, 0.0};
        double factors[2] = {0.0, 0.0};
        bool safe = false;  ///< allowed whichever row is missing
    };
    const LeftOutSource& source_;
    const std::vector<NearFeature>& near_;
    bool applies_;
    double slack_ = 0.0;
    double floor_ = 0.0;
    std::vector<std::vector<Sides>> features_;
    std::vector<std::vector<double>> merits_;
};

}  // namespace treewright
