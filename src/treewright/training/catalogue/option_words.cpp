#include "treewright/training/catalogue/option_words.h"

#include "treewright/training/catalogue.h"

#include "treewright/criteria/registry.h"

namespace treewright {

std::string_view word_of(Preset value) {
    switch (value) {
        case Preset::id3: return "id3";
        case Preset::c45: return "c45";
        case Preset::cart: return "cart";
        case Preset::automatic: return "auto";
    }
    return {};
}

std::string_view word_of(CriterionName value) {
    for (const CriterionKind* kind : criterion_kinds())
        if (kind->name == value) return kind->word;
    return {};
}

std::string_view word_of(CategorySplit value) {
    switch (value) {
        case CategorySplit::multiway: return "multiway";
        case CategorySplit::subset: return "subset";
        case CategorySplit::one_vs_rest: return "one-vs-rest";
    }
    return {};
}

std::string_view word_of(ThresholdPlace value) {
    switch (value) {
        case ThresholdPlace::halfway: return "halfway";
        case ThresholdPlace::data_value: return "data-value";
    }
    return {};
}

std::string_view word_of(FeatureUse value) {
    switch (value) {
        case FeatureUse::free: return "free";
        case FeatureUse::once: return "once";
    }
    return {};
}

std::string_view word_of(MissingMethod value) {
    switch (value) {
        case MissingMethod::majority: return "majority";
        case MissingMethod::direction: return "direction";
        case MissingMethod::category: return "category";
        case MissingMethod::error: return "error";
        case MissingMethod::fractional: return "fractional";
        case MissingMethod::surrogate: return "surrogate";
    }
    return {};
}

std::string_view word_of(StopTest value) {
    switch (value) {
        case StopTest::none: return "none";
        case StopTest::chi_squared: return "chi-squared";
        case StopTest::exact: return "exact";
        case StopTest::f: return "f";
        case StopTest::description_length: return "description-length";
    }
    return {};
}

std::string_view word_of(Adjust value) {
    switch (value) {
        case Adjust::none: return "none";
        case Adjust::bonferroni: return "bonferroni";
    }
    return {};
}

std::string_view word_of(ZeroGain value) {
    switch (value) {
        case ZeroGain::allow: return "allow";
        case ZeroGain::refuse: return "refuse";
    }
    return {};
}

std::string_view word_of(BranchRule value) {
    switch (value) {
        case BranchRule::every: return "every";
        case BranchRule::two: return "two";
    }
    return {};
}

std::string_view word_of(NumericLimit value) {
    switch (value) {
        case NumericLimit::plain: return "plain";
        case NumericLimit::c45: return "c45";
    }
    return {};
}

std::string_view word_of(GainFilter value) {
    switch (value) {
        case GainFilter::none: return "none";
        case GainFilter::average: return "average";
    }
    return {};
}

std::string_view word_of(PruneMethod value) {
    switch (value) {
        case PruneMethod::none: return "none";
        case PruneMethod::reduced_error: return "reduced-error";
        case PruneMethod::pessimistic: return "pessimistic";
        case PruneMethod::cost_complexity: return "cost-complexity";
        case PruneMethod::chi_squared: return "chi-squared";
        case PruneMethod::description_length: return "description-length";
        case PruneMethod::rules: return "rules";
    }
    return {};
}

std::string_view word_of(Complexity value) {
    switch (value) {
        case Complexity::error: return "error";
        case Complexity::impurity: return "impurity";
    }
    return {};
}

}  // namespace treewright
