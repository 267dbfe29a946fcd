// Simplifies a tree to a shorter ordered rule list, as C4.5rules does (docs/rules.md lists the differences):
//
//  1. Every leaf is a rule. Conditions are dropped while the pessimistic estimate of its error does not rise (generalize.h).
//  2. Rules without conditions, that cover no row, that repeat another one, or are estimated to err as often as "always this class" would
//     (1 − (rows of the class + 1) / (rows + 2)), go.
//  3. Of each class the rules stay that make the shortest description (rule_choice.h).
//  4. The classes come in the order of the fewest rows of other classes that their rules take: the first by all rows, the next by the
//     rows that are left, and so on. Equal ones: more rows of their own, then the order of the classes. With three or more classes the
//     rule of the lowest estimated error comes first, of equal ones the one with most rows, and only then this order counts.
//  5. Rules whose absence lowers the training error go, the most harmful first.
//  6. Rows that no rule covers get the majority class of those rows. Ties: the more frequent class of all rows, then the first.
//
// Priors, class weights and costs: in all of these choices a row counts by the factor of its class (Breiman's altered priors),
// and the default is the class of least loss. The figures of the finished list use the rows' own weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/rules/rule_list.h"
#include "treewright/rules/rule_model.h"
#include "treewright/statistics/error_limit.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Class factors and losses; empty if all classes count the same.
struct RuleTerms {
    std::vector<double> factors;  ///< factor of each class's rows
    std::vector<double> losses;   ///< [truth · classes + predicted]: the loss of a row of one class if another is predicted
};

struct LabelledRows {
    const std::vector<Column>& features;   ///< in the order of the schema that the tree was grown by, with its levels
    std::span<const ClassId> labels;       ///< of each row
    std::span<const double> weights = {};  ///< empty: every row counts once
    RuleTerms terms = {};
};

/// For classification trees. Neither the order of the rows nor the number of threads changes the result. Needs one bit per row
/// and distinct condition, and one per row and leaf.
RuleList simplify_rules(const Tree& tree, const LabelledRows& rows, double confidence, const Run& run);

/// The set has the model's features in its order with its levels, and its classes as target. An input `Error` for a tree that predicts
/// a number.
RuleModel simplified_model(const Model& model, const TrainingSet& set, const RuleTerms& terms, double confidence,
                           const Run& run);

}  // namespace treewright
