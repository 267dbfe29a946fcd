// The gain of Gini with two classes and of squared error, without a virtual call: for the loops that look at every row.
#pragma once

#include <cstdint>

#include "treewright/engine/cut_measure.h"

namespace treewright {

/// Sums are taken from the mean, an integer, so that the bracket n·s_left − n_left·s loses no digits where the targets of a node lie
/// close together: three roundings in all.
class SpreadGain {
public:
    explicit SpreadGain(const CutView& view)
        : offset_weight_(view.offset[0]),
          offset_sum_(view.offset[1]),
          mean_(view.total[1] / view.total[0]),
          total_(static_cast<double>(view.total[0])),
          rest_(static_cast<double>(view.total[1] - mean_ * view.total[0])),
          unit_(view.unit) {}

    /// Gain times left·right·n²; `left_weight` must be neither 0 nor all.
    [[nodiscard]] double squared_bracket(std::int64_t left_weight, std::int64_t left_sum) const {
        const std::int64_t weight = left_weight + offset_weight_;
        const auto centred = static_cast<double>(left_sum + offset_sum_ - weight * mean_);
        const double bracket = total_ * centred - static_cast<double>(weight) * rest_;
        return bracket * bracket;
    }
    [[nodiscard]] double product(std::int64_t left_weight) const {
        const auto weight = static_cast<double>(left_weight + offset_weight_);
        return weight * (total_ - weight);
    }
    [[nodiscard]] double unit() const { return unit_; }

private:
    std::int64_t offset_weight_;
    std::int64_t offset_sum_;
    std::int64_t mean_;
    double total_;
    double rest_;
    double unit_;
};

}  // namespace treewright
