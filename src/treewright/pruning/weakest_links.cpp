#include "treewright/pruning/weakest_links.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "treewright/base/positions.h"

namespace treewright {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// At this price per leaf a node of the subtree becomes a leaf.
struct Cut {
    double alpha = 0.0;
    std::uint32_t leaves = 0;  ///< that it removes
    double loss = 0.0;         ///< that it adds
};
bool costs_less(const Cut& a, const Cut& b) { return a.alpha < b.alpha; }

/// The cuts below a node, a heap with the largest price on top. Those above the price of the node itself are never made: they leave
/// the heap when it is found. So every cut is pushed and popped once, and a chain of any length costs no more than a bushy tree.
class Cuts {
public:
    void push(Cut cut) {
        heap_.push_back(cut);
        std::push_heap(heap_.begin(), heap_.end(), costs_less);
    }
    [[nodiscard]] const Cut* top() const { return heap_.empty() ? nullptr : &heap_.front(); }
    Cut pop() {
        std::pop_heap(heap_.begin(), heap_.end(), costs_less);
        const Cut cut = heap_.back();
        heap_.pop_back();
        return cut;
    }
    void take(Cuts&& other) {
        if (heap_.size() < other.heap_.size()) std::swap(heap_, other.heap_);  // the smaller goes into the larger
        for (const Cut& cut : other.heap_) push(cut);
    }
    [[nodiscard]] std::vector<Cut> by_price() && {
        std::sort(heap_.begin(), heap_.end(), costs_less);
        return std::move(heap_);
    }

private:
    std::vector<Cut> heap_;
};

/// The price from which a node is better as a leaf: where the line of the leaf meets the lower envelope of its children. With all
/// children leaves that is found at once; cuts that would come at a higher price are taken back one by one.
Cut price_of(double loss_as_leaf, std::uint32_t leaves, double loss, double nothing, Cuts& below) {
    while (true) {
        const double more = loss_as_leaf - loss <= nothing ? 0.0 : loss_as_leaf - loss;
        const Cut cut{more / static_cast<double>(leaves - 1), leaves - 1, more};
        if (below.top() == nullptr || below.top()->alpha < cut.alpha) return cut;
        const Cut undone = below.pop();
        leaves += undone.leaves;
        loss -= undone.loss;
    }
}

/// All cuts that are made on the way from the whole tree to the root. From the last node to the first, children are done right before
/// their parent: a stack holds theirs.
std::vector<Cut> find_cuts(const Tree& tree, std::span<const double> losses, std::vector<double>& alphas) {
    const double nothing = 1e-12 * losses[0];  // rounding residue of a zero difference
    std::vector<Cuts> stack;
    for (NodeId node = size32(tree.nodes); node-- > 0;) {
        Cuts below;
        double loss = 0.0;
        for (const NodeId child : tree.children_of(node)) {
            below.take(std::move(stack.back()));
            stack.pop_back();
            loss += losses[child];
        }
        if (!tree.nodes[node].is_leaf()) {
            const Cut cut = price_of(losses[node], tree.nodes[node].child_count, loss, nothing, below);
            alphas[node] = cut.alpha;
            below.push(cut);
        }
        stack.push_back(std::move(below));
    }
    return std::move(stack.back()).by_price();
}

}  // namespace

WeakestLinks::WeakestLinks(const Tree& tree, std::span<const double> losses) : alphas_(tree.nodes.size(), never) {
    const double weight = tree.nodes.front().weight;
    SequenceMember member;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        member.leaves += tree.nodes[node].is_leaf() ? 1 : 0;
        member.loss += tree.nodes[node].is_leaf() ? losses[node] : 0.0;
    }
    for (const Cut& cut : find_cuts(tree, losses, alphas_)) {
        if (!is_same_price(member.alpha, cut.alpha)) {
            members_.push_back(member);
            member.alpha = cut.alpha;
        }
        member.leaves -= cut.leaves;
        member.loss += cut.loss;
    }
    members_.push_back(member);
    for (SequenceMember& each : members_) {
        each.alpha /= weight;
        each.loss /= weight;
    }
    for (double& alpha : alphas_) alpha /= weight;
}

std::vector<std::uint8_t> WeakestLinks::cuts_at(double alpha) const {
    std::vector<std::uint8_t> cuts(alphas_.size());
    for (NodeId node = 0; node < cuts.size(); ++node) cuts[node] = is_same_price(alpha, alphas_[node]) ? 1 : 0;
    return cuts;
}

const SequenceMember& WeakestLinks::with_leaves(std::size_t most) const {
    const auto fits = [&](const SequenceMember& member) { return member.leaves <= most; };
    const auto found = std::find_if(members_.begin(), members_.end(), fits);
    return found == members_.end() ? members_.back() : *found;
}

}  // namespace treewright
