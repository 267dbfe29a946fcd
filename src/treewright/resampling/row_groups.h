// Groups of rows that must stay together, such as all visits of a patient: a group is never split between parts.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/training/folds.h"

namespace treewright {

/// How the groups are assigned to parts.
struct GroupPlan {
    std::vector<double> shares;  ///< of the parts; they add up to 1
    std::uint64_t seed = 1;
    bool stratified = true;
    bool largest_first = false;  ///< folds: closer to equal parts; otherwise the part of a large group is random
};

/// The groups of these rows by `set.group`, each in the order of the table. A row without a value is a group of its own.
std::vector<RowList> groups_of(const TrainingSet& set, const RowSelection& rows);

/// The rows in parts about as large as their shares, and so of every class, as far as whole groups allow. They depend on the rows, the
/// values of the group and the seed, not on the order of the rows. No part is empty if there are as many groups as parts.
std::vector<RowList> assign_groups(const TrainingSet& set, const GroupPlan& plan, const RowSelection& rows, const Run& run);

/// How many of the rows each class has; nothing for numbers.
std::vector<std::size_t> class_counts(const TrainingSet& set, const RowList& rows);

}  // namespace treewright
