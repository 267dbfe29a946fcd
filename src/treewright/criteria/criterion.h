// A measure of impurity and of what a split gains in it. One small file holds each measure; this is what they share.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "treewright/criteria/sums.h"

namespace treewright {

class Criterion {
public:
    Criterion() = default;
    Criterion(const Criterion&) = delete;
    Criterion& operator=(const Criterion&) = delete;
    virtual ~Criterion() = default;

    [[nodiscard]] virtual double impurity(const Sums& rows) const = 0;
    /// Impurity of `rows` minus the mean impurity of the branches, which partition `rows`; empty branches are allowed.
    [[nodiscard]] virtual double gain(const Sums& rows, std::span<const Sums> branches) const = 0;
    /// The weight of the rows as this measure sees it: with priors or class weights not that of the data.
    [[nodiscard]] virtual double mass(const Sums& rows) const { return static_cast<double>(rows.weight); }
    /// Concave: the best cut lies where the label changes, and with two classes the best subset is a cut of the ordered levels.
    [[nodiscard]] virtual bool is_concave(std::size_t /*classes_present*/) const { return true; }
};

/// What each class counts for one unit of its weight; empty: 1 for every class.
using ClassFactors = std::vector<double>;

/// λ(i, j), the cost of predicting j where i is true, row by row.
struct CostMatrix {
    std::size_t classes = 0;
    std::vector<double> cells;

    [[nodiscard]] bool empty() const { return cells.empty(); }
    [[nodiscard]] double at(std::size_t truth, std::size_t predicted) const { return cells[truth * classes + predicted]; }
};

/// −Σ p·log₂ p over the masses of the branches: what gain ratio divides by. The masses add up to `total`.
double split_information(double total, std::span<const double> masses);

}  // namespace treewright
