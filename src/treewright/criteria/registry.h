// The registry of criteria: their names and properties that do not depend on the data. To add one, see docs/ARCHITECTURE.md.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "treewright/criteria/criterion.h"
#include "treewright/data/schema.h"

namespace treewright {

enum class CriterionName { information_gain, gain_ratio, gini, cost_gini, squared_error, misclassification, tsallis };

/// The parameters of a criterion.
/// The parameters of single criteria; every criterion is given all of them.
struct CriterionParameters {
    double tsallis_q = 0.75;  ///< the order q of Tsallis entropy

    bool operator==(const CriterionParameters&) const = default;
};

struct CriterionTerms {
    ClassFactors factors;
    CostMatrix costs;
    int weight_bits = 0;  ///< a weight of w is the integer w·2^weight_bits in `Sums::weight`, and w in the other sums
    CriterionParameters parameters = {};
};

struct CriterionKind {
    CriterionName name;
    std::string_view word;     ///< what users type: "information-gain"
    std::string_view measure;  ///< the impurity's name in figures: "entropy"
    std::string_view symbol;   ///< and in formulas: "H"
    Task task = Task::classification;
    bool needs_costs = false;          ///< a cost matrix; other criteria turn costs into factors of the classes
    bool ranks_by_ratio = false;       ///< features are ranked by gain ratio
    bool often_gains_nothing = false;  ///< choosing it refuses splits of gain 0 unless the user allows them
    std::string_view parameter = {};   ///< the name of its own option: "tsallis-q"
    std::unique_ptr<Criterion> (*make)(CriterionTerms terms);
};

/// All of them, in the order in which help and docs list them.
std::span<const CriterionKind* const> criterion_kinds();
const CriterionKind& kind_of(CriterionName name);

}  // namespace treewright
