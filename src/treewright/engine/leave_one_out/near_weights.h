// Classes with many distinct weights: filters the near cuts that can be best without a row of a class and of a weight between
// two limits.
//
// Q, the purity of both sides of a cut, is convex in the weight that is removed from one class on one side: its maximum is at
// one of the limits. And its rate of decrease is bounded (CutMeasure::purity_fall).
#pragma once

#include <map>
#include <utility>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/near_filter.h"

namespace treewright {

class NearWeights : public NearFilter {
public:
    NearWeights(const LeftOutSource& source, const LeftOutNode& node, const std::vector<NearFeature>& near);

    void set_row(RowId row) override;
    [[nodiscard]] const std::vector<std::uint32_t>* winners(std::size_t feature) const override {
        return near_[feature].missing[0] > 0 ? nullptr : &(*kind_)[feature];
    }

private:
    using Kind = std::vector<std::vector<std::uint32_t>>;  ///< winners by feature
    /// The range of Q of a cut without a row of the kind.
    struct Range {
        double least = 0.0;  ///< for either side of the row
        double most = 0.0;
    };
    /// A class with the limits of a weight.
    struct Limits {
        ClassId label = 0;
        std::int64_t low = 0;
        std::int64_t high = 0;
    };
    [[nodiscard]] Limits limits_of(RowId row) const;
    [[nodiscard]] Kind winners_of(const Limits& limits) const;
    /// The node without that weight of a class.
    struct View {
        CutView view;
        FewIntegers row;
        ClassId label = 0;
        std::int64_t weight = 0;
    };
    [[nodiscard]] View view_without(ClassId label, std::int64_t weight) const;
    [[nodiscard]] static std::int64_t class_weight(const FewIntegers& tally, ClassId label);
    [[nodiscard]] double purity_without(const NearCut& cut, const View& without, bool on_left) const;
    [[nodiscard]] Range range_of(const NearCut& cut, const View& low, const View& high) const;

    const LeftOutSource& source_;
    const std::vector<NearFeature>& near_;
    CutView view_;       ///< of a feature without missing rows
    double fall_ = 0.0;  ///< of Q, per weight
    double slack_ = 0.0;
    std::vector<std::int64_t> edges_;  ///< limits of weights, ascending
    std::map<std::pair<std::int32_t, std::int64_t>, Kind> kinds_;
    const Kind* kind_ = nullptr;
};

}  // namespace treewright
