#include "treewright/growing/moments.h"

#include "treewright/base/exact_sum.h"
#include "treewright/base/fixed_moments.h"
#include "treewright/base/positions.h"

namespace treewright {

namespace {

std::optional<FixedScale> common_scale(const TrainingSet& set) {
    if (!set.weights.empty()) return std::nullopt;
    ScaleFinder finder;
    set.target.values.visit([&](auto targets) {
        for (const auto target : targets) finder.add(static_cast<double>(target));
    });
    return finder.scale(set.rows);
}

/// The rows of the leaves, from the last leaf to the first.
class LeavesFromLast {
public:
    LeavesFromLast(const NodeSearcher& searcher, const std::vector<LeafRows>& leaves, const Progress& progress)
        : searcher_(searcher), leaves_(leaves), progress_(progress), left_(leaves.size()) {}

    /// Adds the rows of the node if it is a leaf, in chunks between which the work can be cancelled.
    template <class Rows>
    void add_to(typename Rows::Moments& moments, NodeId node, const Rows& rows_of_table) {
        if (left_ == 0 || leaves_[left_ - 1].node != node) return;
        const RowRange range = leaves_[--left_].range;
        const auto rows = searcher_.rows(range);
        const std::vector<double> shares = searcher_.shares(range);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % steps_between_checks == 0) progress_.stop_if_cancelled();
            rows_of_table.add(rows[i], shares.empty() ? 1.0 : shares[i], moments);
        }
    }

private:
    const NodeSearcher& searcher_;
    const std::vector<LeafRows>& leaves_;
    const Progress& progress_;
    std::size_t left_;
};

/// In reverse preorder, children come right before their parent: a stack holds their moments.
template <class Rows, class Leaves>
void fill(Tree& tree, const Rows& rows, Leaves leaves) {
    std::vector<typename Rows::Moments> stack;
    for (NodeId node = size32(tree.nodes); node-- > 0;) {
        typename Rows::Moments moments;
        leaves.add_to(moments, node, rows);
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

struct TargetSums::Rows {
    /// Sums of any numbers and weights.
    struct Exact {
        const TrainingSet& set;
        using Moments = ExactMoments;
        void add(RowId row, double share, ExactMoments& to) const { to.add(set.weight(row) * share, set.target.values[row]); }
        [[nodiscard]] double mean(const ExactMoments& moments) const { return moments.mean(); }
        [[nodiscard]] double variance(const ExactMoments& moments) const { return moments.variance(); }
    };

    /// The same digits for numbers on a common scale without weights, in integers of fixed size.
    struct Fixed {
        const Numbers& targets;
        FixedScale scale;
        using Moments = FixedMoments;
        void add(RowId row, double /*share*/, FixedMoments& to) const { to.add(scale.multiple(targets[row])); }
        [[nodiscard]] double mean(const FixedMoments& moments) const { return moments.mean(scale); }
        [[nodiscard]] double variance(const FixedMoments& moments) const { return moments.variance(scale); }
    };

    Exact exact;
    std::optional<Fixed> fixed;  ///< where there is a common scale
};

TargetSums::TargetSums(const TrainingSet& set) : rows_(std::make_unique<Rows>(Rows{{set}, {}})) {
    if (const auto scale = common_scale(set)) rows_->fixed.emplace(Rows::Fixed{set.target.values, *scale});
}

TargetSums::~TargetSums() = default;

void TargetSums::assign_moments(Tree& tree, const NodeSearcher& searcher, const std::vector<LeafRows>& leaves,
                                const Progress& progress) const {
    const LeavesFromLast from_last(searcher, leaves, progress);
    if (rows_->fixed && !searcher.has_shares())
        fill(tree, *rows_->fixed, from_last);
    else
        fill(tree, rows_->exact, from_last);
    give_empty_leaves_means(tree);
}

namespace {

/// Precomputed sums, from the last leaf to the first.
class SumsFromLast {
public:
    explicit SumsFromLast(const std::vector<LeafSums>& leaves) : leaves_(leaves), left_(leaves.size()) {}
    template <class Rows>
    void add_to(ExactMoments& moments, NodeId node, const Rows&) {
        if (left_ > 0 && leaves_[left_ - 1].node == node) moments.merge(leaves_[--left_].sums);
    }

private:
    const std::vector<LeafSums>& leaves_;
    std::size_t left_;
};

struct ReadySums {
    using Moments = ExactMoments;
    [[nodiscard]] static double mean(const ExactMoments& moments) { return moments.mean(); }
    [[nodiscard]] static double variance(const ExactMoments& moments) { return moments.variance(); }
};

}  // namespace

void assign_moments(Tree& tree, const std::vector<LeafSums>& leaves) {
    fill(tree, ReadySums{}, SumsFromLast(leaves));
    give_empty_leaves_means(tree);
}

void give_empty_leaves_means(Tree& tree) {
    const std::vector<NodeId> parents = parents_of(tree);
    for (NodeId node = 1; node < tree.nodes.size(); ++node)
        if (tree.nodes[node].weight == 0.0) tree.nodes[node].mean = tree.nodes[parents[node]].mean;
}

struct MomentsWithout::Sums {
    ExactMoments exact;
    FixedMoments fixed;
};

MomentsWithout::MomentsWithout(const TargetSums& targets) : targets_(targets), sums_(std::make_unique<Sums>()) {}

MomentsWithout::~MomentsWithout() = default;

void MomentsWithout::set_rows(std::span<const RowId> rows) {
    const TargetSums::Rows& all = targets_.rows();
    *sums_ = {};
    for (const RowId row : rows) {
        if (all.fixed)
            all.fixed->add(row, 1.0, sums_->fixed);
        else
            all.exact.add(row, 1.0, sums_->exact);
    }
}

/// of(rows, moments) for the moments without the row.
template <class Of>
auto MomentsWithout::without(RowId row, const Of& of) const {
    const auto others = [&](const auto& rows, auto moments) {
        decltype(moments) own;
        rows.add(row, 1.0, own);
        moments.subtract(own);
        return of(rows, moments);
    };
    const TargetSums::Rows& all = targets_.rows();
    return all.fixed ? others(*all.fixed, sums_->fixed) : others(all.exact, sums_->exact);
}

namespace {

constexpr auto mean_of = [](const auto& rows, const auto& moments) { return rows.mean(moments); };
constexpr auto moments_of = [](const auto& rows, const auto& moments) {
    return Moments{rows.mean(moments), rows.variance(moments)};
};

}  // namespace

double MomentsWithout::mean() const {
    const TargetSums::Rows& all = targets_.rows();
    return all.fixed ? mean_of(*all.fixed, sums_->fixed) : mean_of(all.exact, sums_->exact);
}

double MomentsWithout::mean_without(RowId row) const { return without(row, mean_of); }

Moments MomentsWithout::moments() const {
    const TargetSums::Rows& all = targets_.rows();
    return all.fixed ? moments_of(*all.fixed, sums_->fixed) : moments_of(all.exact, sums_->exact);
}

Moments MomentsWithout::moments_without(RowId row) const { return without(row, moments_of); }

}  // namespace treewright
