// Impurity and gain as the textbooks write them, in long doubles and without regard to speed.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"

namespace treewright::reference {

using Real = long double;
using Rows = std::vector<std::size_t>;
using Parts = std::vector<Rows>;

Rows joined(const Parts& parts);

class Measure {
public:
    Measure(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms);

    /// How many rows these are: the sum of their weights.
    [[nodiscard]] Real weight(const Rows& rows) const;
    [[nodiscard]] std::vector<Real> class_weights(const Rows& rows) const;
    /// Their mass: with priors, class weights and altered costs.
    [[nodiscard]] Real mass(const Rows& rows) const;
    [[nodiscard]] Real mean(const Rows& rows) const;
    [[nodiscard]] Real variance(const Rows& rows) const;

    [[nodiscard]] Real impurity(const Rows& rows) const;
    [[nodiscard]] Real gain(const Parts& parts) const;
    [[nodiscard]] Real split_information(const Parts& parts) const;

    [[nodiscard]] bool is_regression() const { return set_.task() == Task::regression; }
    [[nodiscard]] std::size_t classes_present(const Rows& rows) const;
    [[nodiscard]] bool same_label(std::size_t a, std::size_t b) const;
    [[nodiscard]] bool is_pure(const Rows& rows) const;
    /// Whether the best cut must be at a boundary point (where the label changes), and the best subset among the cuts of the
    /// ordered levels.
    [[nodiscard]] bool is_concave(const Rows& rows) const;
    [[nodiscard]] CriterionName criterion() const { return criterion_; }

private:
    [[nodiscard]] std::vector<Real> shares(const Rows& rows) const;

    const TrainingSet& set_;
    const ClassTerms& terms_;
    CriterionName criterion_;
    Real tsallis_q_;
};

}  // namespace treewright::reference
