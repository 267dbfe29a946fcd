// Criteria by name, and sums of class counts, for tests of criteria.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "treewright/criteria/registry.h"

namespace treewright {

inline std::unique_ptr<Criterion> criterion_named(CriterionName name, const ClassFactors& factors = {},
                                                  const CostMatrix& costs = {}) {
    CriterionTerms terms;
    terms.factors = factors;
    terms.costs = costs;
    return kind_of(name).make(std::move(terms));
}

inline std::unique_ptr<Criterion> tsallis_of(double q, const ClassFactors& factors = {}) {
    CriterionTerms terms;
    terms.factors = factors;
    terms.parameters.tsallis_q = q;
    return kind_of(CriterionName::tsallis).make(std::move(terms));
}

inline Sums sums_of(const std::vector<std::int64_t>& counts) {
    Sums sums(counts.size());
    sums.slots.assign(counts);
    for (const std::int64_t count : counts) sums.weight += count;
    return sums;
}

/// The gain of splitting the rows into these branches.
inline double gain_of(const Criterion& criterion, const std::vector<std::vector<std::int64_t>>& branches) {
    std::vector<Sums> parts;
    Sums rows(branches.front().size());
    for (const auto& counts : branches) {
        parts.push_back(sums_of(counts));
        rows += parts.back();
    }
    return criterion.gain(rows, parts);
}

}  // namespace treewright
