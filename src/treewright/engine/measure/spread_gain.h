// The gain of Gini with two classes and of squared error, without a virtual call: for the loops over all rows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// Sums are relative to the (integer) mean, so that the bracket n·s_left − n_left·s does not suffer from cancellation if the
/// targets of a node are close together: three roundings in all.
class SpreadGain {
public:
    explicit SpreadGain(const CutView& view)
        : offset_weight_(view.offset[0]),
          offset_sum_(view.offset[1]),
          mean_(view.total[1] / view.total[0]),
          total_(static_cast<double>(view.total[0])),
          rest_(static_cast<double>(view.total[1] - mean_ * view.total[0])),
          unit_(view.unit),
          generous_unit_(view.unit * (1.0 + 2 * bound_slack)) {}

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
    /// A cut during a scan of the bins.
    struct Place {
        double left = 0.0;  ///< weight
        double bracket = 0.0;
    };
    [[nodiscard]] Place place(std::int64_t left_weight, std::int64_t left_sum) const {
        const std::int64_t weight = left_weight + offset_weight_;
        const auto left = static_cast<double>(weight);
        return {left, total_ * static_cast<double>(left_sum + offset_sum_ - weight * mean_) - left * rest_};
    }
    /// Whether the gain may reach this value: without a division, and never false if it does.
    [[nodiscard]] bool may_reach(Place at, double gain) const {
        return !(at.bracket * at.bracket * generous_unit_ < gain * (at.left * (total_ - at.left)));
    }
    /// The same of any cut inside a bin.
    [[nodiscard]] bool bound_may_reach(Place below, const std::int64_t* bin, LabelSpan span, double gain) const {
        const Corners corner = corners(below, bin, span);
        return may_reach(corner.high, gain) || may_reach(corner.low, gain);
    }
    /// Upper bound of the gain of any cut inside a bin: CutMeasure::bound, for rows of weight 1.
    [[nodiscard]] double bound(const std::int64_t* below, const std::int64_t* bin, LabelSpan span) const {
        const Corners corner = corners(place(below[0], below[1]), bin, span);
        return std::max(at(corner.high), at(corner.low)) * (1.0 + bound_slack);
    }

private:
    /// All high labels of the bin first, or all low ones.
    struct Corners {
        Place high;
        Place low;
    };
    [[nodiscard]] Corners corners(Place below, const std::int64_t* bin, LabelSpan span) const {
        auto high_rows = static_cast<double>(bin[1] - bin[0] * span.low);
        if (span.high - span.low != 1) high_rows /= static_cast<double>(span.high - span.low);
        const double low_rows = static_cast<double>(bin[0]) - high_rows;
        return {{below.left + high_rows, below.bracket + high_rows * steps_to(span.high)},
                {below.left + low_rows, below.bracket + low_rows * steps_to(span.low)}};
    }
    [[nodiscard]] double steps_to(std::int64_t label) const { return total_ * static_cast<double>(label - mean_) - rest_; }
    [[nodiscard]] double at(Place cut) const {
        const double both = cut.left * (total_ - cut.left);
        return both > 0.0 ? cut.bracket * cut.bracket / both * unit_ : 0.0;
    }

    std::int64_t offset_weight_;
    std::int64_t offset_sum_;
    std::int64_t mean_;
    double total_;
    double rest_;
    double unit_;
    double generous_unit_;  ///< slightly larger, for upper bounds
};

}  // namespace treewright
