#include "treewright/pruning/fold_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "reference/examples.h"
#include "reference/random_case.h"
#include "treewright/growing/grower.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/tree/cut_back.h"

namespace treewright {
namespace {

struct Folds {
    std::vector<std::uint32_t> inside;
    std::vector<std::uint32_t> outside;
};
Folds every_third(std::size_t rows, std::size_t which) {
    Folds folds;
    for (RowId row = 0; row < rows; ++row) (row % 3 == which ? folds.outside : folds.inside).push_back(row);
    return folds;
}

/// The sums over the leaves of a tree.
HeldOutSums of_leaves(const Tree& tree, const HeldOutSums& by_node) {
    HeldOutSums sums{by_node.weight, {0.0}, {0.0}, {0.0}};
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        if (!tree.nodes[node].is_leaf()) continue;
        sums.loss[0] += by_node.loss[node];
        sums.square[0] += by_node.square[node];
        if (!by_node.brier.empty()) sums.brier[0] += by_node.brier[node];
    }
    return sums;
}

class OneCase {
public:
    explicit OneCase(std::uint64_t seed) : problem_(reference::problem_of(reference::random_case(seed))) {}

    [[nodiscard]] bool is_usable() const { return problem_.set.rows >= 9; }

    void check() {
        const Tree whole = grow_on(problem_.set.all_rows());
        const WeakestLinks links(whole, losses_as_leaves(whole, problem_.terms));
        FoldCurve curve(links.members());
        std::vector<Tree> trees;
        for (std::size_t fold = 0; fold < 3; ++fold) {
            const Folds rows = every_third(problem_.set.rows, fold);
            trees.push_back(grow_on(RowSelection::of(rows.inside)));
            const WeakestLinks of_fold(trees.back(), losses_as_leaves(trees.back(), problem_.terms));
            curve.add(trees.back(), of_fold,
                      held_out_sums(trees.back(), {problem_.set, rows.outside}, problem_.terms, progress_));
        }
        const auto points = curve.points();
        ASSERT_EQ(points.size(), links.members().size());
        for (std::size_t k = 0; k < points.size(); ++k) check_point(points[k], trees);
    }

private:
    Tree grow_on(const RowSelection& rows) {
        return grow(problem_.set, rows, problem_.options, problem_.terms, QuietRun(one_)).tree;
    }
    /// Prunes every fold's tree at the price and looks at its rows again.
    void check_point(const CurvePoint& point, const std::vector<Tree>& trees) {
        double loss = 0.0;
        double square = 0.0;
        double brier = 0.0;
        double weight = 0.0;
        for (std::size_t fold = 0; fold < 3; ++fold) {
            const WeakestLinks links(trees[fold], losses_as_leaves(trees[fold], problem_.terms));
            const Tree pruned = cut_back(trees[fold], links.cuts_at(point.alpha));
            const Folds rows = every_third(problem_.set.rows, fold);
            const auto sums = of_leaves(pruned, held_out_sums(pruned, {problem_.set, rows.outside}, problem_.terms, progress_));
            loss += sums.loss[0];
            square += sums.square[0];
            brier += sums.brier[0];
            weight += sums.weight;
        }
        const double scale = 1e-9 * (1 + std::abs(loss / weight));
        EXPECT_NEAR(point.loss, loss / weight, scale);
        EXPECT_NEAR(point.brier, brier / weight, 1e-9);
        const double variance = std::max(0.0, square / weight - loss / weight * (loss / weight));
        EXPECT_NEAR(point.standard_error * point.standard_error, variance / weight, 1e-9 * (1 + square / weight / weight));
    }

    reference::Problem problem_;
    Threads one_{1};
    Progress progress_;
};

TEST(FoldCurve, one_look_at_the_rows_says_what_a_look_for_every_price_would) {
    int used = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        OneCase example(seed);
        if (!example.is_usable()) continue;
        ++used;
        SCOPED_TRACE(seed);
        example.check();
    }
    EXPECT_GT(used, 100);
}

TEST(FoldCurve, choices_worked_out_by_hand) {
    const std::vector<CurvePoint> points{
        {0, 0.20, 0.02, 0.3}, {1, 0.18, 0.02, 0.3}, {2, 0.19, 0.02, 0.32}, {3, 0.25, 0.02, 0.4}};
    const std::vector<SequenceMember> members{{0, 40, 0}, {1, 20, 0}, {2, 4, 0}, {3, 1, 0}};
    EXPECT_EQ(choose_by_standard_error(points, 0.0), 1U);
    EXPECT_EQ(choose_by_standard_error(points, 1.0), 2U);
    EXPECT_EQ(choose_by_standard_error(points, 4.0), 3U);
    // L = 0.35, 0.33, 0.35, 0.45; s = 1.5·√(0.18·0.82/100) = 0.0576: at δ = 0.6 a doubling costs 0.0346.
    EXPECT_EQ(choose_by_price(points, members, {0.6, 100.0}), 2U);
    EXPECT_EQ(choose_by_price(points, members, {0.0, 100.0}), 1U);
    EXPECT_EQ(choose_by_price(points, members, {5.0, 100.0}), 3U);
}

}  // namespace
}  // namespace treewright
