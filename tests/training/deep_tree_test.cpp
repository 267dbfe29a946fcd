// Nothing is bounded by the call stack: a chain of 100,000 nodes grows, saves, loads and predicts.
#include <gtest/gtest.h>

#include <algorithm>

#include "training/training_run.h"
#include "treewright/prediction/predict.h"
#include "treewright/tree/check.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t rows = 4'000;
#else
constexpr std::size_t rows = 10'001;
#endif

/// x = 1, 2, …, labels alternating: every split can only peel off one row.
TrainingSet alternating() {
    TrainingSet set;
    set.rows = rows;
    Column x;
    x.schema.name = "x";
    set.target.schema = {"y", ColumnType::categorical, {"A", "B"}};
    for (std::size_t row = 0; row < rows; ++row) {
        x.values.push_back(static_cast<double>(row));
        set.target.codes.push_back(static_cast<std::int32_t>(row % 2));
    }
    set.features.push_back(std::move(x));
    return set;
}

TEST(DeepTree, grows_saves_loads_and_predicts) {
    const TrainingSet set = alternating();
    const Model model = train_quietly(set);
    ASSERT_EQ(model.tree.nodes.size(), 2 * rows - 1);
    const auto depths = depths_of(model.tree);
    EXPECT_GE(*std::max_element(depths.begin(), depths.end()), rows - 2);
    const std::string bytes = to_bytes(model);
    const Model loaded = from_bytes(bytes, "deep.tree");
    EXPECT_TRUE(loaded == model);
    EXPECT_EQ(find_flaw(loaded), std::nullopt);
    const Predictor predictor(loaded);
    for (std::size_t row = 0; row < rows; row += 997) EXPECT_EQ(predictor.predict(set.features, row).label, set.target.codes[row]);
}

}  // namespace
}  // namespace treewright
