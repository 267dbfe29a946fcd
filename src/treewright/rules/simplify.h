// From a tree to a shorter ordered list of rules, as C4.5rules does it (docs/rules.md says where this differs):
//
//  1. Every leaf is a rule. Conditions are dropped while the pessimistic estimate of its error does not rise (generalize.h).
//  2. Rules without conditions, that cover no row, that repeat another one, or are estimated to err as often as "always this class" would
//     (1 − (rows of the class + 1) / (rows + 2)), go.
//  3. Of each class the rules stay that make the shortest description (rule_choice.h).
//  4. The classes come in the order of the fewest rows of other classes that their rules take: the first by all rows, the next by the
//     rows that are left, and so on. Equal ones: more rows of their own, then the order of the classes.
//  5. What no rule takes gets the class that most of those rows have. Equal ones: the more frequent of all rows, then the first.
//
// Priors, class weights and costs: a row counts as much as its class does in all of these choices (Breiman's altered priors), and the
// default is the class of the least loss. The figures of the finished list count rows as they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/rules/rule_list.h"
#include "treewright/statistics/error_limit.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// What classes count; nothing where all count the same.
struct RuleTerms {
    std::vector<double> factors;  ///< what a row of each class counts
    std::vector<double> losses;   ///< [truth · classes + predicted]: what a row of one class loses where another is predicted
};

struct LabelledRows {
    const std::vector<Column>& features;   ///< in the order of the schema that the tree was grown by, with its levels
    std::span<const ClassId> labels;       ///< of each row
    std::span<const double> weights = {};  ///< empty: every row counts once
    RuleTerms terms = {};
};

/// The tree is one for classes. Neither the order of the rows nor the number of threads changes the result. Takes memory for a bit for
/// each row and distinct condition, and for each row and leaf.
RuleList simplify_rules(const Tree& tree, const LabelledRows& rows, double confidence, const Run& run);

}  // namespace treewright
