// The list of criteria: their names, and what is known of each before there is any data. To add one, see docs/ARCHITECTURE.md.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "treewright/criteria/criterion.h"
#include "treewright/data/schema.h"

namespace treewright {

enum class CriterionName { information_gain, gain_ratio, gini, cost_gini, squared_error, misclassification, tsallis };

/// What a criterion is made from.
struct CriterionTerms {
    ClassFactors factors;
    CostMatrix costs;
    int weight_bits = 0;  ///< a weight of w is the integer w·2^weight_bits in `Sums::weight`, and w in the other sums
    double tsallis_q = 0.75;
};

struct CriterionKind {
    CriterionName name;
    std::string_view word;     ///< what users type: "information-gain"
    std::string_view measure;  ///< the impurity's name in figures: "entropy"
    std::string_view symbol;   ///< and in formulas: "H"
    Task task = Task::classification;
    bool needs_costs = false;          ///< a cost matrix; other criteria turn costs into factors of the classes
    bool ranks_by_ratio = false;       ///< features are ranked by gain ratio
    bool often_gains_nothing = false;  ///< choosing it refuses splits of gain 0, unless they are asked for
    std::string_view parameter = {};   ///< the name of the option that is its own: "tsallis-q"
    std::unique_ptr<Criterion> (*make)(CriterionTerms terms);
};

/// All of them, in the order in which help and docs list them.
std::span<const CriterionKind* const> criterion_kinds();
const CriterionKind& kind_of(CriterionName name);

}  // namespace treewright
