// Label sums in the layout of the fast search: a short array of 64-bit integers, the weight first.
//
// Two classes and regression need two of them: the weight, and the weight of the second class or the sum of weight·target. More
// classes need one each after the weight. Everything is an integer, so subtraction is exact and the order does not matter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/criteria/sums.h"
#include "treewright/data/ids.h"
#include "treewright/growing/labels.h"

namespace treewright {

using Tally = std::span<std::int64_t>;
using ConstTally = std::span<const std::int64_t>;

inline void add(Tally to, ConstTally more) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}
inline void subtract(Tally from, ConstTally less) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= less[i];
}

template <class Number>
void add_all(std::vector<Number>& to, const std::vector<Number>& more) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

/// How the labels of one training set are tallied.
class TallyShape {
public:
    explicit TallyShape(const Labels& labels)
        : classes_(labels.is_classification() ? labels.slots() : 0), size_(classes_ > 2 ? classes_ + 1 : 2) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t classes() const { return classes_; }  ///< 0: regression
    [[nodiscard]] bool is_pair() const { return size_ == 2; }

    void add_row(const Labels& labels, RowId row, Tally to) const {
        to[0] += labels.weight(row);
        if (classes_ == 0)
            to[1] += labels.product(row);
        else if (classes_ > 2)
            to[1 + position_of(labels.classes()[row])] += labels.weight(row);
        else
            to[1] += labels.classes()[row] == 1 ? labels.weight(row) : 0;
    }
    /// Without the squares of regression, which no score needs.
    [[nodiscard]] Sums to_sums(ConstTally tally) const {
        Sums sums(classes_ == 0 ? 1 : classes_);
        sums.weight = tally[0];
        if (classes_ == 0) {
            sums.slots[0] = tally[1];
        } else if (classes_ > 2) {
            for (std::size_t j = 0; j < classes_; ++j) sums.slots[j] = tally[1 + j];
        } else {
            sums.slots[0] = tally[0] - (classes_ == 2 ? tally[1] : 0);
            if (classes_ == 2) sums.slots[1] = tally[1];
        }
        return sums;
    }
    void from_sums(const Sums& sums, Tally to) const {
        to[0] = sums.weight;
        if (classes_ > 2)
            for (std::size_t j = 0; j < classes_; ++j) to[1 + j] = sums.slots[j];
        else
            to[1] = classes_ == 0 ? sums.slots[0] : (classes_ == 2 ? sums.slots[1] : 0);
    }

private:
    std::size_t classes_;
    std::size_t size_;
};

}  // namespace treewright
