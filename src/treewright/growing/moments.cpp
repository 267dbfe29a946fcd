#include "treewright/growing/moments.h"

#include "treewright/base/exact_sum.h"
#include "treewright/base/fixed_moments.h"

namespace treewright {

namespace {

/// Sums of any numbers and weights.
struct ExactRows {
    const TrainingSet& set;
    using Moments = ExactMoments;
    void add(std::uint32_t row, double share, ExactMoments& to) const {
        to.add(set.weight(row) * share, set.target.values[row]);
    }
    [[nodiscard]] double mean(const ExactMoments& moments) const { return moments.mean(); }
    [[nodiscard]] double variance(const ExactMoments& moments) const { return moments.variance(); }
};

/// The same digits for numbers on a common scale without weights, in integers of fixed size.
struct FixedRows {
    const Numbers& targets;
    FixedScale scale;
    using Moments = FixedMoments;
    void add(std::uint32_t row, double /*share*/, FixedMoments& to) const { to.add(scale.multiple(targets[row])); }
    [[nodiscard]] double mean(const FixedMoments& moments) const { return moments.mean(scale); }
    [[nodiscard]] double variance(const FixedMoments& moments) const { return moments.variance(scale); }
};

std::optional<FixedScale> common_scale(const TrainingSet& set) {
    if (!set.weights.empty()) return std::nullopt;
    ScaleFinder finder;
    set.target.values.visit([&](auto targets) {
        for (const auto target : targets) finder.add(static_cast<double>(target));
    });
    return finder.scale(set.rows);
}

/// Which rows stand in which leaf, from the last one to the first.
class LeavesFromLast {
public:
    LeavesFromLast(const NodeSearcher& searcher, const std::vector<LeafRows>& leaves, const Progress& progress)
        : searcher_(searcher), leaves_(leaves), progress_(progress), left_(leaves.size()) {}

    /// Calls add(row, share) for the rows of the node if it is a leaf, in parts between which the user may stop the work.
    template <class Add>
    void for_rows(std::size_t node, const Add& add) {
        if (left_ == 0 || leaves_[left_ - 1].node != node) return;
        const RowRange range = leaves_[--left_].range;
        const auto rows = searcher_.rows(range);
        const std::vector<double> shares = searcher_.shares(range);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % steps_between_checks == 0) progress_.stop_if_cancelled();
            add(rows[i], shares.empty() ? 1.0 : shares[i]);
        }
    }

private:
    const NodeSearcher& searcher_;
    const std::vector<LeafRows>& leaves_;
    const Progress& progress_;
    std::size_t left_;
};

/// From the last node to the first, children are done right before their parent: a stack holds what it takes from them.
template <class Rows>
void fill(Tree& tree, const Rows& rows, LeavesFromLast leaves) {
    std::vector<typename Rows::Moments> stack;
    for (std::size_t node = tree.nodes.size(); node-- > 0;) {
        typename Rows::Moments moments;
        leaves.for_rows(node, [&](std::uint32_t row, double share) { rows.add(row, share, moments); });
        for (std::size_t child = 0; child < tree.nodes[node].child_count; ++child) {
            moments.merge(stack.back());
            stack.pop_back();
        }
        tree.nodes[node].mean = rows.mean(moments);
        tree.nodes[node].impurity = rows.variance(moments);
        stack.push_back(std::move(moments));
    }
}

}  // namespace

void assign_moments(Tree& tree, const TrainingSet& set, const NodeSearcher& searcher, const std::vector<LeafRows>& leaves,
                    const Progress& progress) {
    const LeavesFromLast from_last(searcher, leaves, progress);
    if (const auto scale = searcher.has_shares() ? std::nullopt : common_scale(set))
        fill(tree, FixedRows{set.target.values, *scale}, from_last);
    else
        fill(tree, ExactRows{set}, from_last);
    const std::vector<std::uint32_t> parents = parents_of(tree);
    for (std::size_t node = 1; node < tree.nodes.size(); ++node)
        if (tree.nodes[node].weight == 0.0) tree.nodes[node].mean = tree.nodes[parents[node]].mean;
}

struct MeansWithout::Sums {
    ExactRows exact;
    std::optional<FixedRows> fixed;  ///< where there is a common scale
    ExactMoments exact_moments;
    FixedMoments fixed_moments;
};

MeansWithout::MeansWithout(const TrainingSet& set) : sums_(std::make_unique<Sums>(Sums{{set}, {}, {}, {}})) {
    if (const auto scale = common_scale(set)) sums_->fixed.emplace(FixedRows{set.target.values, *scale});
}

MeansWithout::~MeansWithout() = default;

void MeansWithout::look_at(std::span<const std::uint32_t> rows) {
    sums_->exact_moments = {};
    sums_->fixed_moments = {};
    for (const std::uint32_t row : rows) {
        if (sums_->fixed)
            sums_->fixed->add(row, 1.0, sums_->fixed_moments);
        else
            sums_->exact.add(row, 1.0, sums_->exact_moments);
    }
}

double MeansWithout::mean() const {
    return sums_->fixed ? sums_->fixed->mean(sums_->fixed_moments) : sums_->exact.mean(sums_->exact_moments);
}

double MeansWithout::mean_without(std::uint32_t row) const {
    const auto without = [row](const auto& rows, auto moments) {
        decltype(moments) own;
        rows.add(row, 1.0, own);
        moments.subtract(own);
        return rows.mean(moments);
    };
    return sums_->fixed ? without(*sums_->fixed, sums_->fixed_moments) : without(sums_->exact, sums_->exact_moments);
}

}  // namespace treewright
