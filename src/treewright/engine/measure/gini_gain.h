// Incremental Gini gain of many classes while rows move from right to left one by one: two integers change per row, whatever
// the number of classes.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// Σ c²/n of both sides minus that of all rows. For rows of weight 1.
class GiniGain {
public:
    /// `below`: the known rows that are on the left initially.
    GiniGain(const CutView& view, ConstTally below)
        : view_(view), left_(below.begin(), below.end()), right_(view.total.begin(), view.total.end()) {
        for (std::size_t i = 0; i < left_.size(); ++i) left_[i] += view.offset[i];
        for (std::size_t i = 0; i < left_.size(); ++i) right_[i] -= left_[i];
        for (std::size_t i = 1; i < left_.size(); ++i) {
            left_squares_ += left_[i] * left_[i];
            right_squares_ += right_[i] * right_[i];
        }
    }
    void move(std::size_t label) {
        left_squares_ += 2 * left_[1 + label]++ + 1;
        right_squares_ -= 2 * right_[1 + label]-- - 1;
        ++left_[0];
        --right_[0];
    }
    void move(std::size_t label, std::int64_t rows) {
        left_squares_ += rows * (2 * left_[1 + label] + rows);
        right_squares_ -= rows * (2 * right_[1 + label] - rows);
        left_[1 + label] += rows;
        right_[1 + label] -= rows;
        left_[0] += rows;
        right_[0] -= rows;
    }
    [[nodiscard]] double gain() const {
        if (left_[0] == 0 || right_[0] == 0) return 0.0;
        const double purity = static_cast<double>(left_squares_) / static_cast<double>(left_[0]) +
                              static_cast<double>(right_squares_) / static_cast<double>(right_[0]);
        return (purity - view_.middle) * view_.unit;
    }
    /// The known rows on the left.
    [[nodiscard]] std::int64_t left_weight() const { return left_[0] - view_.offset[0]; }
    [[nodiscard]] FewIntegers left() const {
        FewIntegers known(left_);
        for (std::size_t i = 0; i < known.size(); ++i) known[i] -= view_.offset[i];
        return known;
    }

private:
    const CutView& view_;
    std::vector<std::int64_t> left_;
    std::vector<std::int64_t> right_;
    std::int64_t left_squares_ = 0;
    std::int64_t right_squares_ = 0;
};

}  // namespace treewright
