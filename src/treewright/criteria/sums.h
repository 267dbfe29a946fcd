// Node statistics: the sums over a set of rows, as integers, so that any order and any partition of the rows gives the same
// ones. They can be added and subtracted (histogram subtraction). Criteria, tests and labels are functions of these alone.
//
// Classification: slot j is the weight of class j. Regression: the one slot is Σ weight·target, and `squares` is
// Σ weight·target², the target being the fixed-point integer of growing/labels.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "treewright/base/few_integers.h"
#include "treewright/base/int128.h"

namespace treewright {

struct Sums {
    std::int64_t weight = 0;
    UInt128 squares = 0;  ///< regression only
    FewIntegers slots;

    Sums() = default;
    explicit Sums(std::size_t slot_count) : slots(slot_count, 0) {}

    Sums& operator+=(const Sums& other) {
        weight += other.weight;
        squares += other.squares;
        for (std::size_t j = 0; j < slots.size(); ++j) slots[j] += other.slots[j];
        return *this;
    }
    Sums& operator-=(const Sums& other) {
        weight -= other.weight;
        squares -= other.squares;
        for (std::size_t j = 0; j < slots.size(); ++j) slots[j] -= other.slots[j];
        return *this;
    }
    friend Sums operator+(Sums a, const Sums& b) { return a += b; }
    friend Sums operator-(Sums a, const Sums& b) { return a -= b; }
    bool operator==(const Sums&) const = default;
};

}  // namespace treewright
