// The integers of the learner in the units of the data: rows, classes, means, impurities. Everything that is shown of a search
// is computed here, by the search's own criterion.
#pragma once

#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/labels.h"
#include "treewright/growing/options.h"
#include "treewright/growing/split_search.h"

namespace treewright {

/// What is known of some rows.
struct Figures {
    double weight = 0.0;
    double mass = 0.0;            ///< the weight as the criterion sees it
    std::vector<double> classes;  ///< weight of each class; empty for regression
    std::vector<double> shares;   ///< of the classes, as the criterion sees them
    double mean = 0.0;            ///< regression
    double impurity = 0.0;        ///< regression: the variance in the target's own unit
};

class Ledger {
public:
    Ledger(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms);

    [[nodiscard]] Figures figures(const Sums& sums) const;
    [[nodiscard]] std::vector<Figures> figures(const std::vector<Sums>& branches) const;
    /// Of the rows that the candidate's gain speaks of: all of them together.
    [[nodiscard]] Figures counted(const Candidate& candidate) const;
    /// The mean impurity of the branches that the gain speaks of.
    [[nodiscard]] double mean_impurity(const Candidate& candidate) const;
    /// A gain, penalty or impurity of the search in the unit of the data.
    [[nodiscard]] double real(double gain) const { return labels_.real_gain(gain); }

    [[nodiscard]] const TrainingSet& set() const { return set_; }
    [[nodiscard]] const GrowOptions& options() const { return options_; }
    [[nodiscard]] const ClassTerms& terms() const { return terms_; }
    [[nodiscard]] const SplitSearch& search() const { return search_; }
    [[nodiscard]] const CriterionKind& criterion() const { return kind_of(effective_criterion(options_, set_.task())); }
    [[nodiscard]] bool is_classification() const { return labels_.is_classification(); }
    /// Priors, class weights or costs make the shares of the classes differ from those of the data.
    [[nodiscard]] bool has_factors() const { return !terms_.score_factors.empty(); }
    [[nodiscard]] const Labels& labels() const { return labels_; }

private:
    const TrainingSet& set_;
    const GrowOptions& options_;
    const ClassTerms& terms_;
    Labels labels_;
    SplitSearch search_;
    double lowest_target_ = 0.0;
    double target_unit_ = 1.0;  ///< of the fixed-point target
};

}  // namespace treewright
