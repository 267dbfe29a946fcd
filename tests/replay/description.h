// What the replay is given: a table, the options of growing, and the tree that a peer (scikit-learn) grew from them.
//
// JSON, with numbers that are read back to the last bit:
//   criterion  "gini", "information-gain" or "squared-error"
//   max_depth  a number, or null
//   min_leaf   a number
//   classes    how many there are; 0 for regression
//   columns    the features, each a list of numbers
//   labels     class codes, or targets
//   nodes      the peer's tree: [feature, threshold, left, right, rows, value] each; the feature of a leaf is -1; the value is the
//              list of class counts, or the mean
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"

namespace treewright::replay {

struct PeerNode {
    std::int32_t feature = -1;
    double threshold = 0.0;
    std::size_t left = 0;
    std::size_t right = 0;
    std::int64_t rows = 0;
    std::vector<std::int64_t> counts;  ///< classification
    double mean = 0.0;                 ///< regression

    [[nodiscard]] bool is_leaf() const { return feature < 0; }
};

struct Description {
    TrainingSet set;
    GrowOptions options;
    std::vector<PeerNode> nodes;
};

/// Throws an exception that says what is wrong.
Description parse_description(std::string_view json);

}  // namespace treewright::replay
