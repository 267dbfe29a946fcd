// The engine and the criteria: which ones it covers, and trees that must be those of another criterion.
#include <gtest/gtest.h>

#include "engine/random_table.h"
#include "treewright/base/error.h"
#include "treewright/criteria/class_criterion.h"
#include "treewright/engine/leave_one_out/near_cuts.h"
#include "treewright/engine/tree_grower.h"
#include "treewright/growing/split_search.h"
#include "treewright/tree/routing.h"

namespace treewright {
namespace {

/// A minimal criterion, without support for the engine and leave-one-out.
class SilentCriterion : public ClassCriterion {
public:
    using ClassCriterion::ClassCriterion;
    [[nodiscard]] double impurity(const Sums& rows) const override {
        return 1.0 - static_cast<double>(rows.slots[0]) / static_cast<double>(rows.weight);
    }
};

reference::Problem some_classes(std::uint64_t from) {
    for (std::uint64_t seed = from;; ++seed) {
        const RandomTable table(seed, 60);
        if (table.problem().set.task() == Task::classification && table.problem().terms.score_factors.empty())
            return table.problem();
    }
}

TEST(EngineCriteria, what_a_criterion_does_not_provide_is_not_covered) {
    const SilentCriterion silent{ClassFactors{}};
    EXPECT_EQ(silent.cut_kernel(), CutKernel::none);
    EXPECT_FALSE(bounds_near_cuts(silent));
    // Using near cuts nevertheless is an internal error.
    const reference::Problem problem = some_classes(0);
    const Labels labels(problem.set);
    const SearchContext context{problem.set, labels, problem.options, silent, {}, {}, 60.0};
    SearchContext searched{context};
    searched.table_values.resize(problem.set.features.size());
    searched.has_missing.resize(problem.set.features.size());
    const auto measure = make_measure(searched, problem.terms);
    const RowLabels row_labels(labels);
    const Threads one(1);
    Progress progress;
    const RankedTable table(searched, one, progress);
    const LeftOutSource source{searched, problem.terms, *measure, row_labels, table, true};
    const LeftOutNode root = root_node(searched, table, one);
    EXPECT_THROW((void)near_cuts(source, root, {}), InternalError);
}

TEST(EngineCriteria, those_that_are_covered) {
    for (const CriterionKind* kind : criterion_kinds()) {
        if (kind->task != Task::classification) continue;
        reference::Problem problem = some_classes(3);
        problem.options = {};
        problem.options.criterion = kind->name;
        problem.options.missing = MissingMethod::direction;
        const Progress progress;
        const bool plain = kind->name == CriterionName::gain_ratio || kind->name == CriterionName::cost_gini;
        EXPECT_EQ(engine_covers(problem.set, problem.options, progress), !plain) << kind->word;
        EXPECT_TRUE(bounds_near_cuts(*make_criterion(problem.options, Task::classification, {}))) << kind->word;
    }
}

/// Whether both have the same splits.
bool same_questions(const Tree& a, const Tree& b) {
    if (a.nodes.size() != b.nodes.size()) return false;
    for (NodeId node = 0; node < a.nodes.size(); ++node)
        if (!same_split(a, node, b, node)) return false;
    return true;
}

Tree tree_by(reference::Problem problem, CriterionName criterion, double q) {
    problem.options.criterion = criterion;
    problem.options.criterion_parameters.tsallis_q = q;
    const QuietRun run;
    const TreeGrower grower(borrowed(problem.set), problem.options, problem.terms, run);
    return grower.grow(problem.set.all_rows(), run).tree;
}

/// Near 1 the order must be very near: ties of entropy that other orders do not have fall apart at 10⁻¹².
TEST(EngineCriteria, tsallis_grows_the_tree_of_gini_at_2_and_of_entropy_at_1) {
    int grown = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RandomTable table(seed, 150);
        const reference::Problem& problem = table.problem();
        if (problem.set.task() != Task::classification) continue;
        const Tree gini = tree_by(problem, CriterionName::gini, 0.75);
        const Tree entropy = tree_by(problem, CriterionName::information_gain, 0.75);
        EXPECT_TRUE(same_questions(tree_by(problem, CriterionName::tsallis, 2.0), gini)) << "seed " << seed;
        EXPECT_TRUE(same_questions(tree_by(problem, CriterionName::tsallis, 1.0), entropy)) << "seed " << seed;
        EXPECT_TRUE(same_questions(tree_by(problem, CriterionName::tsallis, 1.0 + 1e-14), entropy)) << "seed " << seed;
        ++grown;
    }
    EXPECT_GT(grown, 80);
}

}  // namespace
}  // namespace treewright
