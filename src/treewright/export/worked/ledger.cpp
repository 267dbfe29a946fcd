#include "treewright/export/worked/ledger.h"

#include <algorithm>
#include <cmath>

#include "treewright/growing/missing_method.h"

namespace treewright {

Ledger::Ledger(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms)
    : set_(set),
      options_(options),
      terms_(terms),
      labels_(set, nullptr, splits_rows(set, options) ? RowParts::shares : RowParts::whole),
      search_(set, labels_, options, terms) {
    if (labels_.is_classification() || set.target.values.empty()) return;
    lowest_target_ = *std::min_element(set.target.values.begin(), set.target.values.end());
    // A squared target of the sums is 1 in 2^(2·weight_bits − 2·target_bits) of the data.
    target_unit_ = std::ldexp(std::sqrt(labels_.real_gain(1.0)), -labels_.weight_bits());
}

Figures Ledger::figures(const Sums& sums) const {
    Figures figures;
    figures.weight = labels_.real_weight(sums.weight);
    if (is_classification()) {
        figures.classes.reserve(sums.slots.size());
        for (const std::int64_t slot : sums.slots) figures.classes.push_back(labels_.real_weight(slot));
    }
    if (sums.weight == 0) {
        figures.shares.assign(figures.classes.size(), 0.0);
        return figures;
    }
    figures.mass = search_.criterion().mass(sums);
    figures.impurity = labels_.real_gain(search_.criterion().impurity(sums));
    for (std::size_t c = 0; c < figures.classes.size(); ++c) {
        const double factor = has_factors() ? terms_.score_factors[c] : 1.0;
        figures.shares.push_back(factor * static_cast<double>(sums.slots[c]) / figures.mass);
    }
    if (!is_classification())
        figures.mean = lowest_target_ +
                       std::ldexp(static_cast<double>(sums.slots[0]), -labels_.share_bits()) / figures.weight * target_unit_;
    return figures;
}

std::vector<Figures> Ledger::figures(const std::vector<Sums>& branches) const {
    std::vector<Figures> result;
    result.reserve(branches.size());
    for (const Sums& branch : branches) result.push_back(figures(branch));
    return result;
}

Figures Ledger::counted(const Candidate& candidate) const {
    Sums total(labels_.slots());
    for (const Sums& branch : candidate.counted) total += branch;
    return figures(total);
}

double Ledger::mean_impurity(const Candidate& candidate) const {
    double sum = 0.0;
    double mass = 0.0;
    for (const Figures& branch : figures(candidate.counted)) {
        sum += branch.mass * branch.impurity;
        mass += branch.mass;
    }
    return mass > 0.0 ? sum / mass : 0.0;
}

}  // namespace treewright
