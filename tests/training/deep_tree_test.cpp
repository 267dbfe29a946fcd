// Nothing is bounded by the call stack: a long chain grows, saves, loads and predicts, on a stack that no recursion would survive.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <functional>

#include "training/training_run.h"
#include "treewright/prediction/predict.h"
#include "treewright/tree/check.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

/// A chain of 100,001 nodes. The work grows with the square of the rows: about a minute, and ten under the sanitizers, where the
/// stack is what matters and a shorter chain shows as much.
std::size_t chain_rows() {
#ifdef __SANITIZE_ADDRESS__
    return 8'001;
#else
    return 50'001;
#endif
}

/// x = 0, 1, …, labels alternating: every split can only peel off one row.
TrainingSet alternating(std::size_t rows) {
    TrainingSet set;
    set.rows = rows;
    Column x;
    x.schema.name = "x";
    set.target.schema = {"y", ColumnType::categorical, {"A", "B"}};
    for (std::size_t row = 0; row < rows; ++row) {
        x.values.own().push_back(static_cast<double>(row));
        set.target.codes.push_back(level_code(row % 2));
    }
    set.features.push_back(std::move(x));
    return set;
}

void grow_save_load_predict(std::size_t rows) {
    const TrainingSet set = alternating(rows);
    const Model model = train_quietly(set);
    ASSERT_EQ(model.tree.nodes.size(), 2 * rows - 1);
    const auto depths = depths_of(model.tree);
    EXPECT_GE(*std::max_element(depths.begin(), depths.end()), rows - 2);
    const Model loaded = from_bytes(to_bytes(model), "deep.tree");
    EXPECT_TRUE(loaded == model);
    EXPECT_EQ(find_flaw(loaded), std::nullopt);
    const Predictor predictor(loaded);
    for (std::size_t row = 0; row < rows; row += 97)
        EXPECT_EQ(predictor.predict(set.features, row).label, set.target.codes[row]);
}

/// Runs on a thread with that many bytes of stack.
void with_stack(std::size_t bytes, std::function<void()> work) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    pthread_t thread{};
    const auto run = [](void* argument) -> void* {
        (*static_cast<std::function<void()>*>(argument))();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

TEST(DeepTree, grows_saves_loads_and_predicts_on_a_small_stack) {
    with_stack(256 * 1024, [] { grow_save_load_predict(chain_rows()); });
}

}  // namespace
}  // namespace treewright
