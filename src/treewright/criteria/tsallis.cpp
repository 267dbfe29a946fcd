// Tsallis' entropy of order q, Σ(p − p^q)/(q − 1) = (1 − Σ p^q)/(q − 1). The limit at q = 1 is the entropy in nats, q = 2 is
// Gini. For q below 1 it is more sensitive to rare classes than entropy.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/criteria/class_criterion.h"
#include "treewright/criteria/registry.h"

namespace treewright {

namespace {

class TsallisCriterion : public ConcaveCriterion {
public:
    TsallisCriterion(double q, ClassFactors factors) : ConcaveCriterion(std::move(factors)), q_(q) {}

    [[nodiscard]] double impurity(const Sums& rows) const override {
        const double total = total_mass(rows, factors());
        double sum = 0.0;
        for (std::size_t j = 0; j < rows.slots.size(); ++j) {
            const double share = class_mass(rows, factors(), j) / total;
            if (share > 0.0) sum += share * surprise(share);
        }
        return sum;
    }
    [[nodiscard]] std::string formula(const WrittenShares& shares) const override {
        const std::string q = readable_number(q_);
        if (shares.texts.size() > most_written_terms)
            return fmt::format("(1 − Σ p^{})/({} − 1) over {} classes", q, q, shares.texts.size());
        std::string text;
        for (const std::string& share : shares.texts)
            text += q_ == 1.0 ? fmt::format("{}{}·ln({})", text.empty() ? "−" : " − ", share, share)
                              : fmt::format(" − ({})^{}", share, q);
        return q_ == 1.0 ? text : fmt::format("(1{})/({} − 1)", text, q);
    }
    [[nodiscard]] double impurity_mass(std::span<const double> masses, double total) const override {
        double sum = 0.0;
        for (const double mass : masses)
            if (mass > 0.0) sum += mass * surprise(mass / total);
        return sum;
    }
    /// A relative error of 2⁻⁵³ of a share and of its logarithm changes p^q by less than p^q·(1 + |ln p|) units, and p^q·|ln p|
    /// is below 1/q.
    [[nodiscard]] double rounding(double) const override { return 4.0 + 1.0 / q_; }
    /// F falls most if the row, of mass m, is the last of its class on its side: by m·((N/m)^(1−q) − 1)/(1 − q) for its own class, N being the
    /// mass of the side, and by at most m·k^(1−q), for q ≥ 1 by at most m, for the k other ones. Both grow with m.
    [[nodiscard]] std::optional<double> movement(const LeavingRow& row) const override {
        const double own = surprise(std::min(row.mass / row.node_mass, 1.0));
        const auto others = static_cast<double>(std::max<std::size_t>(row.classes, 2) - 1);
        return row.mass * (own + (q_ < 1.0 ? std::pow(others, 1.0 - q_) : 1.0));
    }

private:
    /// (1 − p^(q−1))/(q − 1), which is −ln p at q = 1, without cancellation near it.
    [[nodiscard]] double surprise(double share) const {
        const double log = std::log(share);
        return q_ == 1.0 ? -log : -std::expm1((q_ - 1.0) * log) / (q_ - 1.0);
    }

    double q_;
};

}  // namespace

extern const CriterionKind tsallis_kind;
constinit const CriterionKind tsallis_kind = {
    .name = CriterionName::tsallis,
    .word = "tsallis",
    .measure = "tsallis",
    .symbol = "S",
    .parameter = "tsallis-q",
    .make = [](CriterionTerms terms) -> std::unique_ptr<Criterion> {
        return std::make_unique<TsallisCriterion>(terms.parameters.tsallis_q, std::move(terms.factors));
    },
};

}  // namespace treewright
