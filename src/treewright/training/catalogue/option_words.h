// The word of every enumerator of an option: the compiler names one that has no word.
#pragma once

#include <string_view>

#include "treewright/training/train_options.h"

namespace treewright {

// An empty word: not an enumerator.
std::string_view word_of(Preset value);
std::string_view word_of(CriterionName value);
std::string_view word_of(CategorySplit value);
std::string_view word_of(ThresholdPlace value);
std::string_view word_of(FeatureUse value);
std::string_view word_of(MissingMethod value);
std::string_view word_of(StopTest value);
std::string_view word_of(Adjust value);
std::string_view word_of(ZeroGain value);
std::string_view word_of(BranchRule value);
std::string_view word_of(NumericLimit value);
std::string_view word_of(GainFilter value);
std::string_view word_of(Complexity value);

}  // namespace treewright
