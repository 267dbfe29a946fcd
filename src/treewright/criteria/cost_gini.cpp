// The textbook's Gini with a cost matrix, Σᵢ Σ_{j≠i} λᵢⱼ pᵢ pⱼ. With two classes it is proportional to Gini. With three or more
// it is not concave: its gain can be negative, no shortcut applies, and the engine does not cover it.
#include <algorithm>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/criteria/class_criterion.h"
#include "treewright/criteria/registry.h"

namespace treewright {

namespace {

class CostGiniCriterion : public ClassCriterion {
public:
    CostGiniCriterion(CostMatrix costs, ClassFactors factors) : ClassCriterion(std::move(factors)), costs_(std::move(costs)) {}

    [[nodiscard]] double impurity(const Sums& rows) const override {
        const double total = total_mass(rows, factors());
        double cost = 0.0;
        for (std::size_t i = 0; i < costs_.classes; ++i) {
            const double share_i = class_mass(rows, factors(), i) / total;
            for (std::size_t j = 0; j < costs_.classes; ++j)
                if (j != i) cost += costs_.at(i, j) * share_i * (class_mass(rows, factors(), j) / total);
        }
        return cost;
    }
    [[nodiscard]] bool is_concave(std::size_t classes_present) const override { return classes_present <= 2; }

    /// Σ λ(i, j)·p(i)·p(j) over the pairs of classes.
    [[nodiscard]] std::string formula(const WrittenShares& shares) const override {
        const std::size_t present = shares.classes.size();
        if (present * (present - 1) > most_written_terms) return fmt::format("Σ λ(i,j)·p(i)·p(j) over {} classes", present);
        std::string text;
        for (std::size_t i = 0; i < present; ++i)
            for (std::size_t j = 0; j < present; ++j)
                if (i != j)
                    text += fmt::format("{}{}·{}·{}", text.empty() ? "" : " + ",
                                        readable_number(costs_.at(shares.classes[i], shares.classes[j])), shares.texts[i],
                                        shares.texts[j]);
        return text;
    }
    /// dF/dm is the mean cost of the row's class both ways less that of its side: −c to 2·c, c being the largest cost.
    [[nodiscard]] std::optional<double> movement(const LeavingRow& row) const override {
        double largest = 0.0;
        for (const double cost : costs_.cells) largest = std::max(largest, cost);
        return 3 * largest * row.mass;
    }

private:
    CostMatrix costs_;
};

}  // namespace

extern const CriterionKind cost_gini_kind;
constinit const CriterionKind cost_gini_kind = {
    .name = CriterionName::cost_gini,
    .word = "cost-gini",
    .measure = "cost-gini",
    .symbol = "G",
    .needs_costs = true,
    .make = [](CriterionTerms terms) -> std::unique_ptr<Criterion> {
        return std::make_unique<CostGiniCriterion>(std::move(terms.costs), std::move(terms.factors));
    },
};

}  // namespace treewright
