// Misclassification rate of the majority class, 1 − max p. Concave, but not strictly: most splits leave the majority class of
// every branch unchanged and gain nothing, and many of the others tie.
#include <algorithm>

#include <fmt/format.h>

#include "treewright/criteria/class_criterion.h"
#include "treewright/criteria/registry.h"

namespace treewright {

namespace {

class MisclassificationCriterion : public ConcaveCriterion {
public:
    using ConcaveCriterion::ConcaveCriterion;

    [[nodiscard]] double impurity(const Sums& rows) const override {
        const double total = total_mass(rows, factors());
        return (total - heaviest_mass(rows)) / total;
    }
    /// The mass of the branches' majority classes minus that of the node's. Without factors it is an integer, so that equal
    /// gains are equal to the last bit.
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override {
        if (factors().empty()) {
            std::int64_t more = -heaviest_weight(rows);
            for (const Sums& branch : branches) more += heaviest_weight(branch);
            return static_cast<double>(more) / static_cast<double>(rows.weight);
        }
        double more = -heaviest_mass(rows);
        for (const Sums& branch : branches) more += heaviest_mass(branch);
        return more / total_mass(rows, factors());
    }
    [[nodiscard]] std::string formula(const WrittenShares& shares) const override {
        if (shares.texts.size() > most_written_terms) return fmt::format("1 − max p over {} classes", shares.texts.size());
        return fmt::format("1 − max({})", fmt::join(shares.texts, ", "));
    }
    [[nodiscard]] double impurity_mass(std::span<const double> masses, double total) const override {
        return total - *std::max_element(masses.begin(), masses.end());
    }
    [[nodiscard]] double rounding(double) const override { return 1.0; }
    /// Leaving out a row, a side loses its mass, and its majority class at most that much: F falls by 0 to m.
    [[nodiscard]] std::optional<double> movement(const LeavingRow& row) const override { return row.mass; }

private:
    [[nodiscard]] static std::int64_t heaviest_weight(const Sums& rows) {
        return *std::max_element(rows.slots.begin(), rows.slots.end());
    }
    [[nodiscard]] double heaviest_mass(const Sums& rows) const {
        double most = 0.0;
        for (std::size_t j = 0; j < rows.slots.size(); ++j) most = std::max(most, class_mass(rows, factors(), j));
        return most;
    }
};

}  // namespace

extern const CriterionKind misclassification_kind;
constinit const CriterionKind misclassification_kind = {
    .name = CriterionName::misclassification,
    .word = "misclassification",
    .measure = "misclassification",
    .symbol = "E",
    .often_gains_nothing = true,
    .make = [](CriterionTerms terms) -> std::unique_ptr<Criterion> {
        return std::make_unique<MisclassificationCriterion>(std::move(terms.factors));
    },
};

}  // namespace treewright
