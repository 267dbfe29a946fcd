// The cross-validated error of the members of a cost-complexity sequence, and the choice among them (standard error rule, price).
#pragma once

#include <vector>

#include "treewright/pruning/held_out.h"
#include "treewright/pruning/weakest_links.h"

namespace treewright {

/// The cross-validated error of a member of the sequence: that of the fold models, pruned at a price between its own and the next member's.
struct CurvePoint {
    double alpha = 0.0;           ///< the price at which folds were pruned; infinite for the root alone
    double loss = 0.0;            ///< mean over all held-out rows
    double standard_error = 0.0;  ///< standard deviation of the rows' losses / √rows
    double brier = 0.0;           ///< mean; 0 for numbers
};

class FoldCurve {
public:
    explicit FoldCurve(const std::vector<SequenceMember>& members);

    /// A fold model, its sequence, and the losses of its nodes on the held-out rows. The order of the folds affects the last digits.
    void add(const Tree& tree, const WeakestLinks& links, const HeldOutSums& held_out);

    [[nodiscard]] std::vector<CurvePoint> points() const;
    [[nodiscard]] double weight() const { return weight_; }

private:
    struct Steps {
        double loss = 0.0;
        double square = 0.0;
        double brier = 0.0;
    };
    std::vector<double> alphas_;
    std::vector<Steps> steps_;  ///< what changes from one member to the next
    double weight_ = 0.0;
};

/// The smallest member whose loss is within that many standard errors of the least (the 1-SE rule for 1).
std::size_t choose_by_standard_error(const std::vector<CurvePoint>& points, double multiple);

/// The price of larger trees.
struct LeafPrice {
    double price = 0.6;   ///< δ, for each doubling of the leaves
    double weight = 0.0;  ///< of all rows
};
/// The member with the least L + δ·s·log₂(leaves), L being error + ½ Brier and s = 1.5·√(e(1 − e)/n) at the member of least L.
std::size_t choose_by_price(const std::vector<CurvePoint>& points, const std::vector<SequenceMember>& members, LeafPrice price);

}  // namespace treewright
