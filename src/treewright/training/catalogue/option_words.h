// The word of every enumerator of an option: the compiler names one that has no word.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
std::string_view word_of(PruneMethod value);
std::string_view word_of(Complexity value);

/// All of an enumeration, in the order of its declaration.
template <class Enum>
std::vector<std::string> words_of() {
    std::vector<std::string> words;
    for (int i = 0; !word_of(static_cast<Enum>(i)).empty(); ++i) words.emplace_back(word_of(static_cast<Enum>(i)));
    return words;
}

/// Nothing if no enumerator has this word.
template <class Enum>
std::optional<Enum> enumerator_of(std::string_view word) {
    for (int i = 0; !word_of(static_cast<Enum>(i)).empty(); ++i)
        if (word_of(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
    return std::nullopt;
}

}  // namespace treewright
