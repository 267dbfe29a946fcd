#include "treewright/growing/presets.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(Presets, id3) {
    const GrowOptions options = preset_options(Preset::id3);
    EXPECT_EQ(options.criterion, CriterionName::information_gain);
    EXPECT_EQ(options.categories, CategorySplit::multiway);
    EXPECT_EQ(options.threshold, ThresholdPlace::halfway);
    EXPECT_EQ(options.min_split, 2.0);
    EXPECT_EQ(options.min_leaf, 1.0);
    EXPECT_EQ(options.branch_rule, BranchRule::every);
    EXPECT_EQ(options.zero_gain, ZeroGain::allow);
    EXPECT_EQ(options.feature_use, FeatureUse::once);
    EXPECT_EQ(options.missing, MissingMethod::majority);
}

TEST(Presets, c45) {
    const GrowOptions options = preset_options(Preset::c45);
    EXPECT_EQ(options.criterion, CriterionName::gain_ratio);
    EXPECT_EQ(options.categories, CategorySplit::multiway);
    EXPECT_EQ(options.threshold, ThresholdPlace::data_value);
    EXPECT_EQ(options.min_split, 4.0);
    EXPECT_EQ(options.min_leaf, 2.0);
    EXPECT_EQ(options.branch_rule, BranchRule::two);
    EXPECT_EQ(options.zero_gain, ZeroGain::refuse);
    EXPECT_EQ(options.feature_use, FeatureUse::free);
    EXPECT_EQ(options.missing, MissingMethod::fractional);
    EXPECT_EQ(options.numeric_limit, NumericLimit::c45);
    EXPECT_EQ(options.gain_filter, GainFilter::average);
    EXPECT_TRUE(options.threshold_penalty);
}

TEST(Presets, cart) {
    const GrowOptions options = preset_options(Preset::cart);
    EXPECT_EQ(options.criterion, std::nullopt);  // squared error for numbers
    EXPECT_EQ(options.class_criterion, CriterionName::gini);
    EXPECT_EQ(options.categories, CategorySplit::subset);
    EXPECT_EQ(options.threshold, ThresholdPlace::halfway);
    EXPECT_EQ(options.min_split, 2.0);
    EXPECT_EQ(options.min_leaf, 1.0);
    EXPECT_EQ(options.branch_rule, BranchRule::every);
    EXPECT_EQ(options.zero_gain, ZeroGain::allow);
    EXPECT_EQ(options.feature_use, FeatureUse::free);
    EXPECT_EQ(options.missing, MissingMethod::surrogate);
}

/// Our own: information gain, and leaves of two rows.
TEST(Presets, automatic) {
    const GrowOptions options = preset_options(Preset::automatic);
    EXPECT_EQ(options.criterion, std::nullopt);  // squared error for numbers
    EXPECT_EQ(options.class_criterion, CriterionName::information_gain);
    EXPECT_EQ(options.categories, CategorySplit::subset);
    EXPECT_EQ(options.threshold, ThresholdPlace::halfway);
    EXPECT_EQ(options.min_split, 4.0);
    EXPECT_EQ(options.min_leaf, 2.0);
    EXPECT_EQ(options.branch_rule, BranchRule::every);
    EXPECT_EQ(options.zero_gain, ZeroGain::allow);
    EXPECT_EQ(options.feature_use, FeatureUse::free);
    EXPECT_EQ(options.missing, MissingMethod::direction);
}

TEST(Presets, only_c45_has_its_own_rules_and_none_stops_early) {
    for (const Preset preset : {Preset::id3, Preset::c45, Preset::cart, Preset::automatic}) {
        const GrowOptions options = preset_options(preset);
        EXPECT_EQ(options.numeric_limit == NumericLimit::c45, preset == Preset::c45);
        EXPECT_EQ(options.gain_filter == GainFilter::average, preset == Preset::c45);
        EXPECT_EQ(options.threshold_penalty, preset == Preset::c45);
        EXPECT_EQ(options.max_depth, no_limit);
        EXPECT_EQ(options.max_leaves, no_limit);
        EXPECT_EQ(options.min_gain, 0.0);
        EXPECT_EQ(options.stop_test, StopTest::none);
        EXPECT_EQ(options.significance, 0.05);
        EXPECT_EQ(options.adjust, Adjust::bonferroni);
    }
}

}  // namespace
}  // namespace treewright
