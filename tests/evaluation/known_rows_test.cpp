#include "treewright/evaluation/tallies/known_rows.h"

#include <random>

#include <gtest/gtest.h>

#include "data/tables.h"
#include "training/training_run.h"

namespace treewright {
namespace {

TrainingSet some_rows(std::uint64_t seed, bool regression) {
    std::mt19937_64 random(seed);
    std::vector<double> x, target;
    std::vector<std::string> label;
    for (int row = 0; row < 200; ++row) {
        x.push_back(static_cast<double>(random() % 50));
        target.push_back(x.back() + static_cast<double>(random() % 30));
        label.emplace_back(target.back() > 40.0 ? "high" : "low");
    }
    TrainingSet set;
    set.rows = x.size();
    set.features = {numbers("x", x)};
    set.target = regression ? numbers("y", target) : words("y", label);
    return set;
}

TEST(KnownRows, training_rows_are_recognized) {
    for (const bool regression : {false, true}) {
        const TrainingSet set = some_rows(1, regression);
        const Model model = train_quietly(set);
        const AnyPredictor scorer(model);
        for (const std::uint64_t seed : {1, 2}) {
            const ScoredRows scored = score_rows(scorer, some_rows(seed, regression), Threads(1));
            const bool known = regression ? look_like_training(figures_of(scored, {}), model)
                                          : look_like_training(count_outcomes(scored), model.provenance.total_weight);
            EXPECT_EQ(known, seed == 1) << regression;
        }
    }
}

}  // namespace
}  // namespace treewright
