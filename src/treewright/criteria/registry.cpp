#include "treewright/criteria/registry.h"

#include <array>

#include "treewright/base/error.h"

namespace treewright {

// Each is defined in the source file of its criterion.
extern const CriterionKind information_gain_kind;
extern const CriterionKind gain_ratio_kind;
extern const CriterionKind gini_kind;
extern const CriterionKind cost_gini_kind;
extern const CriterionKind squared_error_kind;

namespace {

constexpr std::array kinds = {
    &information_gain_kind, &gain_ratio_kind, &gini_kind, &cost_gini_kind, &squared_error_kind,
};

std::string joined_words() {
    std::string words;
    for (const CriterionKind* kind : kinds) words += (words.empty() ? "" : "|") + std::string(kind->word);
    return words;
}

}  // namespace

std::span<const CriterionKind* const> criterion_kinds() { return kinds; }

const CriterionKind& kind_of(CriterionName name) {
    for (const CriterionKind* kind : kinds)
        if (kind->name == name) return *kind;
    throw InternalError("a criterion that is not in the list");
}

std::string_view criterion_words() {
    static const std::string words = joined_words();
    return words;
}

}  // namespace treewright
