// Minimal cost-complexity pruning (Breiman, Friedman, Olshen and Stone): the sequence of subtrees that are best for a price per leaf.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/tree/tree.h"

namespace treewright {

/// A member of the sequence, the best tree for a price per leaf from `alpha` up to the next member's.
struct SequenceMember {
    double alpha = 0.0;      ///< loss per unit of weight that a leaf must spare
    std::size_t leaves = 0;  ///< of the tree that is left
    double loss = 0.0;       ///< of that tree, per unit of weight
};

/// Whether a node that is better a leaf from the price `high` on is one at the price `low`: within a share of 1e-12 they are one.
inline bool is_same_price(double low, double high) { return high <= low + 1e-12 * low; }

/// The whole sequence, from the largest member to the root alone.
class WeakestLinks {
public:
    /// `losses`: what each node loses as a leaf (node_losses.h). Prices that differ by less than a share of 1e-12 are one.
    WeakestLinks(const Tree& tree, std::span<const double> losses);

    /// By rising alpha, the first at 0; each is a subtree of the one before.
    [[nodiscard]] const std::vector<SequenceMember>& members() const { return members_; }
    /// The price from which on each node is better a leaf than what is best below it; infinite for leaves of the whole tree.
    [[nodiscard]] const std::vector<double>& alphas() const { return alphas_; }

    /// Marks for cut_back: the best tree at a price per leaf.
    [[nodiscard]] std::vector<std::uint8_t> cuts_at(double alpha) const;
    /// The largest member with at most so many leaves; the root alone if there is none.
    [[nodiscard]] const SequenceMember& with_leaves(std::size_t most) const;

private:
    std::vector<SequenceMember> members_;
    std::vector<double> alphas_;
};

}  // namespace treewright
