// The interface of a split criterion: an impurity measure and the impurity decrease (gain) of a split. Each criterion is one
// source file (registry.h lists them). What a criterion does not provide is not covered: the engine leaves it to the plain
// search, leave-one-out trains once per row.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/criteria/sums.h"

namespace treewright {

/// The factor of each class's weight; empty: 1 for every class.
using ClassFactors = std::vector<double>;

/// λ(i, j), the cost of predicting j for a row of class i, in row-major order.
struct CostMatrix {
    std::size_t classes = 0;
    std::vector<double> cells;

    [[nodiscard]] bool empty() const { return cells.empty(); }
    [[nodiscard]] double at(std::size_t truth, std::size_t predicted) const { return cells[truth * classes + predicted]; }
};

/// How the engine computes the gain of a cut.
enum class CutKernel {
    none,     ///< not covered by the engine: the plain search is used
    spread,   ///< the difference of the sides' means, squared
    gini,     ///< the squares of the classes' masses; two classes: as `spread`
    concave,  ///< ConcaveCriterion::impurity_mass of both sides
};

/// The class shares of some rows as the worked arithmetic writes them: of the classes that occur.
struct WrittenShares {
    std::vector<std::size_t> classes;
    std::vector<std::string> texts;  ///< "5/14", or "0.357" where priors or costs have changed the shares
};
/// A formula with more terms than this is written with a summation sign.
inline constexpr std::size_t most_written_terms = 8;

/// A row that is left out of a node: the maximum over all rows of the node of each quantity that the bounds for leave-one-out
/// depend on.
struct LeavingRow {
    double mass = 0.0;
    double node_mass = 0.0;   ///< of all rows of the node
    std::size_t classes = 0;  ///< 0: regression
    double distance = 0.0;    ///< regression: of its target from the mean of its side
    double share = 0.0;       ///< regression: its weight divided by that of the other rows of its side
};

class Criterion {
public:
    Criterion() = default;
    Criterion(const Criterion&) = delete;
    Criterion& operator=(const Criterion&) = delete;
    virtual ~Criterion() = default;

    [[nodiscard]] virtual double impurity(const Sums& rows) const = 0;
    /// Impurity of `rows` minus the mean impurity of the branches, which partition `rows`; empty branches are allowed.
    [[nodiscard]] virtual double gain(const Sums& rows, std::span<const Sums> branches) const = 0;
    /// The mass of the rows: with priors or class weights it differs from their weight in the data.
    [[nodiscard]] virtual double mass(const Sums& rows) const { return static_cast<double>(rows.weight); }
    /// Concave: no cut between rows of one class beats both of its neighbours, and with two classes the best subset is a cut of the
    /// ordered levels. False, which costs time, is right for every criterion.
    [[nodiscard]] virtual bool is_concave(std::size_t /*classes_present*/) const { return false; }

    /// The impurity of at least two classes with its numbers put in: "1 − (5/14)² − (9/14)²". Empty: only the result is written.
    [[nodiscard]] virtual std::string formula(const WrittenShares& /*shares*/) const { return {}; }
    [[nodiscard]] virtual CutKernel cut_kernel() const { return CutKernel::none; }
    /// For leave-one-out. Let F be the impurity of both sides of a cut, each times its mass. Leaving out a row changes F, for
    /// some cuts more than for others: this is an upper bound of the difference. None: no bound is known.
    [[nodiscard]] virtual std::optional<double> movement(const LeavingRow& /*row*/) const { return std::nullopt; }
};

/// −Σ p·log₂ p over the masses of the branches: the denominator of the gain ratio. The masses add up to `total`.
double split_information(double total, std::span<const double> masses);
/// "−5/14·log₂(5/14) − 9/14·log₂(9/14)"; `of_what`: "classes", if there are too many of them.
std::string entropy_formula(const std::vector<std::string>& shares, std::string_view of_what);

}  // namespace treewright
