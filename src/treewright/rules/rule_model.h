// The model that is saved and shipped instead of a tree: an ordered rule list with the schema of its input, the options of the
// tree it was made from and its provenance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/rules/rule_list.h"
#include "treewright/tree/model.h"

namespace treewright {

struct RuleModel {
    Schema schema;
    std::vector<NamedOption> options;  ///< of the tree, then `rules-confidence`
    Provenance provenance;             ///< of the rows that the rules were simplified on
    RuleList list;

    bool operator==(const RuleModel&) const = default;
};

/// None if the model is sound, else what is wrong and in which rule, as a clause ("rule 3: its class is none of the target's").
/// Rules are counted from 1. The invariants of a sound model:
///
///  1. Schema, options and provenance are as in a tree (tree/check.h); the target has classes.
///  2. A condition names a feature of the schema, each at most once in a rule, and asks something. Values have finite bounds, the lower one
///     below the upper one; levels are the feature's, in ascending order. Nothing is met by default.
///  3. Classes are the target's.
///  4. Weights are finite and not negative. Those by class add up to the whole, to 1 part in 10^9; a rule has some. The rows that rules are
///     the first to take, and those of the default, add up to the total weight. Errors are between 0 and 1.
std::optional<std::string> find_flaw(const RuleModel& model);

}  // namespace treewright
