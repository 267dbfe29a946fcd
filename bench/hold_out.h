// A train-test split of a table, as if the rows had come in two files.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/data/training_set.h"

namespace bench {

struct HeldOut {
    treewright::TrainingSet train;  ///< its levels are those that occur in it
    treewright::TrainingSet test;   ///< coded by the levels of `train`; `unseen_code` where these lack one, classes too
};

/// `rows` are the test rows, in rising order.
HeldOut hold_out(const treewright::TrainingSet& set, const std::vector<std::uint32_t>& rows);

}  // namespace bench
