// A model made of the plain arrays of a tree that another program grew: binary, thresholds on numbers, constant leaves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/treewright.h"

namespace treewright {

/// Positions are signed, as other programs hold them: a negative one is none.
struct PlainNode {
    std::int64_t left = -1;     ///< where value <= threshold; negative, like `right`, in a leaf
    std::int64_t right = -1;    ///< where it is larger
    std::int64_t feature = -1;  ///< ignored in a leaf, as are the next two
    double threshold = 0.0;     ///< +infinity: all known values go left, and missing ones must go right
    bool missing_goes_left = false;
    std::int64_t label = -1;  ///< predicted class, a position in `PlainTree::classes`; ignored in regression
    double mean = 0.0;        ///< predicted number; ignored with classes
    double weight = 0.0;      ///< of the training rows; read in leaves only: that of another node is the sum of its children's
    double impurity = 0.0;    ///< regression: the variance
};

struct PlainTree {
    std::vector<std::string> features;
    std::string target;
    std::vector<std::string> classes;   ///< in any order; empty: regression
    std::vector<PlainNode> nodes;       ///< in any order, but the first is the root
    std::vector<double> class_weights;  ///< nodes × classes; read in leaves only
    /// Of the learner (docs/parameters.md), as far as they are known. A tree with a value that is not one of ours cannot be pruned.
    std::vector<NamedOption> options;
    std::string program;  ///< that grew the tree, with its version
};

/// Its nodes are numbered in preorder, and its classes are sorted. Gains are made from the impurities. The training rows are not
/// known, and the model says so (`unknown_rows`, `grown_by`). An input `Error` for a tree that is not sound (tree/check.h).
[[nodiscard]] FittedModel model_of_plain_tree(const PlainTree& plain);

}  // namespace treewright
