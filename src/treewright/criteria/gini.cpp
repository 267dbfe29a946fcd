// Gini's impurity 1 − Σ p².
#include <fmt/format.h>

#include "treewright/criteria/class_criterion.h"
#include "treewright/criteria/registry.h"
#include "treewright/criteria/spread_internal.h"

namespace treewright {

namespace {

/// spread_gain with class factors, in doubles.
double spread_gain_with(const ClassFactors& factors, const Sums& rows, std::span<const Sums> branches) {
    const double n = total_mass(rows, factors);
    double sum = 0.0;
    for (const Sums& branch : branches) {
        const double n_b = total_mass(branch, factors);
        if (!(n_b > 0.0)) continue;
        double brackets = 0.0;
        for (std::size_t j = 0; j < factors.size(); ++j) {
            const double bracket = n * class_mass(branch, factors, j) - n_b * class_mass(rows, factors, j);
            brackets += bracket * bracket;
        }
        sum += brackets / n_b;
    }
    return sum / (n * n * n);
}

class GiniCriterion : public ClassCriterion {
public:
    using ClassCriterion::ClassCriterion;

    // As Σ p(1 − p): 1 − Σ p² would cancel to noise in an almost pure node.
    [[nodiscard]] double impurity(const Sums& rows) const override {
        const double total = total_mass(rows, factors());
        double sum = 0.0;
        for (std::size_t j = 0; j < rows.slots.size(); ++j) {
            const double mass = class_mass(rows, factors(), j);
            sum += mass / total * ((total - mass) / total);
        }
        return sum;
    }
    [[nodiscard]] double gain(const Sums& rows, std::span<const Sums> branches) const override {
        return factors().empty() ? spread_gain(rows, branches) : spread_gain_with(factors(), rows, branches);
    }
    [[nodiscard]] std::string formula(const WrittenShares& shares) const override {
        if (shares.texts.size() > most_written_terms) return fmt::format("1 − Σ p² over {} classes", shares.texts.size());
        std::string text = "1";
        for (const std::string& share : shares.texts) text += fmt::format(" − ({})²", share);
        return text;
    }
    [[nodiscard]] CutKernel cut_kernel() const override { return CutKernel::gini; }
    [[nodiscard]] bool is_concave(std::size_t /*classes_present*/) const override { return true; }
    /// dF/dm is 1 + Σp² − 2p of the row's side: 0 to 2.
    [[nodiscard]] std::optional<double> movement(const LeavingRow& row) const override { return 2 * row.mass; }
};

}  // namespace

extern const CriterionKind gini_kind;
constinit const CriterionKind gini_kind = {
    .name = CriterionName::gini,
    .word = "gini",
    .measure = "gini",
    .symbol = "G",
    .make = [](CriterionTerms terms) -> std::unique_ptr<Criterion> {
        return std::make_unique<GiniCriterion>(std::move(terms.factors));
    },
};

}  // namespace treewright
