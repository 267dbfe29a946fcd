// Entropy of the label in bits, −Σ p·log₂ p: the measure of information gain and of gain ratio.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/criteria/class_criterion.h"
#include "treewright/criteria/registry.h"

namespace treewright {

namespace {

constexpr double inverse_of_ln2 = 1.4426950408889634;

class EntropyCriterion : public ConcaveCriterion {
public:
    using ConcaveCriterion::ConcaveCriterion;

    // Written in shares, so that weights × 2^k change no bit of the result.
    [[nodiscard]] double impurity(const Sums& rows) const override {
        const double total = total_mass(rows, factors());
        double bits = 0.0;
        for (std::size_t j = 0; j < rows.slots.size(); ++j) {
            const double share = class_mass(rows, factors(), j) / total;
            if (share > 0.0) bits -= share * std::log2(share);
        }
        return bits;
    }
    [[nodiscard]] std::string formula(const WrittenShares& shares) const override {
        return entropy_formula(shares.texts, "classes");
    }
    [[nodiscard]] double impurity_mass(std::span<const double> masses, double total) const override {
        double sum = 0.0;
        for (const double mass : masses)
            if (mass > 0.0) sum -= mass * std::log2(mass / total);
        return sum;
    }
    [[nodiscard]] double rounding(double total) const override { return 1.0 + std::log2(std::max(total, 2.0)); }
    /// dF/dm is −log₂ p of the row's class on its side, at most log₂(M/m), M being the node's mass and m what is left of the
    /// row's class mass.
    [[nodiscard]] std::optional<double> movement(const LeavingRow& row) const override {
        return row.mass * (std::log2(std::max(row.node_mass / row.mass, 1.0)) + inverse_of_ln2 + 1e-6);
    }
};

std::unique_ptr<Criterion> make_entropy(CriterionTerms terms) {
    return std::make_unique<EntropyCriterion>(std::move(terms.factors));
}

}  // namespace

double split_information(double total, std::span<const double> masses) {
    double bits = 0.0;
    for (const double mass : masses) {
        const double share = mass / total;
        if (share > 0.0) bits -= share * std::log2(share);
    }
    return bits;
}

std::string entropy_formula(const std::vector<std::string>& shares, std::string_view of_what) {
    if (shares.size() > most_written_terms) return fmt::format("−Σ p·log₂(p) over {} {}", shares.size(), of_what);
    std::string text;
    for (const std::string& share : shares) text += fmt::format("{}{}·log₂({})", text.empty() ? "−" : " − ", share, share);
    return text;
}

extern const CriterionKind information_gain_kind;
constinit const CriterionKind information_gain_kind = {
    .name = CriterionName::information_gain,
    .word = "information-gain",
    .measure = "entropy",
    .symbol = "H",
    .make = make_entropy,
};

extern const CriterionKind gain_ratio_kind;
constinit const CriterionKind gain_ratio_kind = {
    .name = CriterionName::gain_ratio,
    .word = "gain-ratio",
    .measure = "entropy",
    .symbol = "H",
    .ranks_by_ratio = true,
    .make = make_entropy,
};

}  // namespace treewright
