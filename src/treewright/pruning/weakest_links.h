// Minimal cost-complexity (weakest-link) pruning (Breiman, Friedman, Olshen and Stone): the nested sequence of subtrees that are best for
// a price per leaf.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/tree/tree.h"

namespace treewright {

/// A member of the sequence, the best tree for a price per leaf from `alpha` up to the next member's.
struct SequenceMember {
    double alpha = 0.0;      ///< loss per unit of weight that a leaf must save
    std::size_t leaves = 0;  ///< of the tree that is left
    double loss = 0.0;       ///< of that tree, per unit of weight
};

/// Whether a node that becomes a leaf at the price `high` is already one at the price `low`: prices within a relative 1e-12 are equal.
inline bool is_same_price(double low, double high) { return high <= low + 1e-12 * low; }

/// The whole sequence, from the largest member to the root alone.
class WeakestLinks {
public:
    /// `losses`: what each node loses as a leaf (node_losses.h). Prices within a relative 1e-12 are equal.
    WeakestLinks(const Tree& tree, std::span<const double> losses);

    /// By rising alpha, the first at 0; each is a subtree of the one before.
    [[nodiscard]] const std::vector<SequenceMember>& members() const { return members_; }
    /// The price from which each node is better as a leaf than the best subtree below it; infinite for leaves of the whole tree.
    [[nodiscard]] const std::vector<double>& alphas() const { return alphas_; }

    /// Marks for cut_back: the best tree at a price per leaf.
    [[nodiscard]] std::vector<std::uint8_t> cuts_at(double alpha) const;
    /// The largest member with at most that many leaves; the root alone if there is none.
    [[nodiscard]] const SequenceMember& with_leaves(std::size_t most) const;

private:
    std::vector<SequenceMember> members_;
    std::vector<double> alphas_;
};

}  // namespace treewright
