// Squared error, and Gini of two classes: filters the near cuts that can be best without a row, with three multiplications per
// cut.
//
// Without a row of weight w and target y the gain of a cut is, up to a term common to all cuts of the node,
// gain·n + w·m/(m − w)·(y − mean)², where m and mean are those of the row's side: its *merit*. Gini of two classes is the same
// of the targets 0 and 1, twice.
#pragma once

#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/near_filter.h"

namespace treewright {

class NearTargets : public NearFilter {
public:
    NearTargets(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near);

    void set_row(RowId row) override;
    [[nodiscard]] const std::vector<std::uint32_t>* winners(std::size_t feature) const override {
        return near_[feature].missing[0] > 0 ? nullptr : &features_[feature].winners;
    }

private:
    struct Sides {
        std::uint32_t boundary = 0;
        double gain = 0.0;  ///< times the rows
        double means[2] = {0.0, 0.0};
        double weights[2] = {0.0, 0.0};
        bool safe = false;  ///< allowed whichever row is left out
    };
    /// A block of neighbouring cuts with a common bound: for most rows it shows that none can win. Noise has thousands of near
    /// cuts.
    struct Block {
        std::uint32_t first_boundary = 0;
        std::uint32_t last_boundary = 0;
        double gain = 0.0;  ///< the largest
        double low[2] = {0.0, 0.0};
        double high[2] = {0.0, 0.0};     ///< of the means
        double weights[2] = {0.0, 0.0};  ///< the least
    };
    struct Feature {
        std::vector<Sides> cuts;
        std::vector<Block> blocks;
        std::vector<double> bounds;  ///< of the blocks, for the row
        std::vector<std::uint32_t> winners;
        std::vector<double> merits;  ///< of the winners
    };
    [[nodiscard]] double mean_of(std::int64_t weight, std::int64_t sum) const;
    [[nodiscard]] Sides sides_of(const NearCut& cut, const CutView& view, std::int64_t margin) const;
    static void make_blocks(Feature& feature);
    [[nodiscard]] double factor(double weight_of_side) const;
    [[nodiscard]] double bound_of(const Block& block, std::uint32_t rank) const;
    [[nodiscard]] double merit_of(const Sides& cut, std::uint32_t rank) const;
    void look_into(Feature& feature, std::size_t block, std::uint32_t rank);
    void raise_best(const Feature& feature, std::size_t block, std::uint32_t rank);

    const LeftOutSource& source_;
    const std::vector<NearFeature>& near_;
    std::int64_t middle_ = 0;  ///< of the node's targets
    double coefficient_ = 1.0;
    double slack_ = 0.0;
    std::vector<Feature> features_;

    // The row.
    double weight_ = 1.0;
    double target_ = 0.0;
    double best_ = 0.0;  ///< merit of a safe cut
};

}  // namespace treewright
