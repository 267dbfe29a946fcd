#include "treewright/growing/presets.h"

#include "treewright/base/error.h"

namespace treewright {

namespace {

GrowOptions id3() {
    GrowOptions options;
    options.criterion = CriterionName::information_gain;
    options.categories = CategorySplit::multiway;
    options.feature_use = FeatureUse::once;
    options.missing = MissingMethod::majority;
    return options;
}

GrowOptions c45() {
    GrowOptions options;
    options.criterion = CriterionName::gain_ratio;
    options.categories = CategorySplit::multiway;
    options.threshold = ThresholdPlace::data_value;
    options.min_split = 4.0;
    options.min_leaf = 2.0;
    options.branch_rule = BranchRule::two;
    options.numeric_limit = NumericLimit::c45;
    options.gain_filter = GainFilter::average;
    options.threshold_penalty = true;
    options.zero_gain = ZeroGain::refuse;
    options.missing = MissingMethod::fractional;
    return options;
}

GrowOptions cart() {
    GrowOptions options;
    options.missing = MissingMethod::surrogate;
    return options;
}

GrowOptions automatic() {
    GrowOptions options;
    options.class_criterion = CriterionName::information_gain;
    options.min_split = 4.0;
    options.min_leaf = 2.0;
    return options;
}

}  // namespace

GrowOptions preset_options(Preset preset) {
    switch (preset) {
        case Preset::id3: return id3();
        case Preset::c45: return c45();
        case Preset::cart: return cart();
        case Preset::automatic: return automatic();
    }
    throw InternalError("unknown preset");
}

}  // namespace treewright
