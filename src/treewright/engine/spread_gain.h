// The gain of Gini with two classes and of squared error, without a virtual call: for the loops that look at every row.
#pragma once

#include <algorithm>
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
    [[nodiscard]] double gain(const std::int64_t* left) const {
        const double both = product(left[0]);
        return both > 0.0 ? squared_bracket(left[0], left[1]) / both * unit_ : 0.0;
    }
    /// At least the gain of any cut inside a bin: CutMeasure::bound, for rows of weight 1.
    [[nodiscard]] double bound(const std::int64_t* below, const std::int64_t* bin, LabelSpan span) const {
        const std::int64_t weight = below[0] + offset_weight_;
        const auto centred = static_cast<double>(below[1] + offset_sum_ - weight * mean_);
        const double bracket = total_ * centred - static_cast<double>(weight) * rest_;
        const auto above_low = static_cast<double>(bin[1] - bin[0] * span.low);
        const double high_rows = above_low / static_cast<double>(span.high - span.low);
        const double low_rows = static_cast<double>(bin[0]) - high_rows;
        return std::max(at(static_cast<double>(weight) + high_rows, bracket + high_rows * steps_to(span.high)),
                        at(static_cast<double>(weight) + low_rows, bracket + low_rows * steps_to(span.low))) *
               (1.0 + bound_slack);
    }

private:
    [[nodiscard]] double steps_to(std::int64_t label) const { return total_ * static_cast<double>(label - mean_) - rest_; }
    [[nodiscard]] double at(double left, double bracket) const {
        const double both = left * (total_ - left);
        return both > 0.0 ? bracket * bracket / both * unit_ : 0.0;
    }

    std::int64_t offset_weight_;
    std::int64_t offset_sum_;
    std::int64_t mean_;
    double total_;
    double rest_;
    double unit_;
};

}  // namespace treewright
