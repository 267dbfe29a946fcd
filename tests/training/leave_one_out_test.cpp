// Leaving rows out one by one, against a fit for each.
#include "treewright/training/leave_one_out.h"

#include <gtest/gtest.h>

#include <cmath>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/training/catalogue.h"

namespace treewright {
namespace {

class LeavingOut : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Tasks, LeavingOut, testing::Values(false, true));

TEST_P(LeavingOut, is_a_fit_without_each_row) {
    Progress progress;
    Messages messages;
    const Threads one(1);
    const Threads three(3);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const TrainingSet set = large_table(GetParam(), 40 + 5 * static_cast<int>(seed), seed);
        for (const std::string preset : {"id3", "c45", "cart", "auto"}) {
            if (GetParam() && (preset == "id3" || preset == "c45")) continue;
            TrainOptions options;
            find_parameter("preset")->set(options, preset);
            const PreparedTraining training(set, options, {one, progress, messages});
            const Model whole = training.fit({one, progress});
            const Predictor predictor(whole);
            const LeaveOneOut all = leave_one_out(training, whole.tree, {three, progress});
            ASSERT_EQ(all.rows.size(), set.rows);
            for (std::uint32_t row = 0; row < set.rows; ++row) {
                const RowList others = rows_without(RowList{row}, set.rows);
                const Model model = training.fit({one, progress, others});
                const Predictor without(model);
                const Outcome outcome = without.predict(set.features, row);
                const double moved = predictor.predict(set.features, row).value - outcome.value;
                if (GetParam()) {
                    EXPECT_EQ(all.predictions.values[row], outcome.value);
                    EXPECT_EQ(all.rows[row].moved, moved);
                } else {
                    EXPECT_EQ(all.predictions.labels[row], outcome.label);
                }
                const Node& a = whole.tree.nodes[0];
                const Node& b = model.tree.nodes[0];
                if (a.feature != b.feature || a.kind != b.kind || a.threshold != b.threshold) {
                    EXPECT_TRUE(all.rows[row].root_changes);
                    EXPECT_TRUE(all.rows[row].path_changes);
                }
                EXPECT_TRUE(all.rows[row].path_changes || model.tree.nodes.size() > 1 || whole.tree.nodes.size() == 1);
            }
        }
    }
}

}  // namespace
}  // namespace treewright
