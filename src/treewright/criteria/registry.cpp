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
extern const CriterionKind misclassification_kind;
extern const CriterionKind tsallis_kind;

namespace {

constexpr std::array kinds = {
    &information_gain_kind, &gain_ratio_kind,        &gini_kind,    &cost_gini_kind,
    &squared_error_kind,    &misclassification_kind, &tsallis_kind,
};

}  // namespace

std::span<const CriterionKind* const> criterion_kinds() { return kinds; }

const CriterionKind& kind_of(CriterionName name) {
    for (const CriterionKind* kind : kinds)
        if (kind->name == name) return *kind;
    throw InternalError("a criterion that is not in the list");
}

}  // namespace treewright
