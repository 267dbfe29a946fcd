// A split (the test of one feature) as a value type. Used by the candidates of the search, surrogates, drawings and
// explanations. A tree stores the splits of its nodes in a compact form (tree.h); `Tree::split_of` returns them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"

namespace treewright {

enum class SplitKind : std::uint8_t {
    leaf,        ///< no split: it predicts
    threshold,   ///< value <= threshold: child 0, else child 1
    subset,      ///< level in the left set: child 0; in the right set: child 1; neither: the heaviest child
    multiway,    ///< level i: child i. One more child at the end takes missing values if `missing_branch`
    is_missing,  ///< the value is missing: child 0; known: child 1
};

/// Members that a kind does not use keep the values they have here.
struct Split {
    SplitKind kind = SplitKind::leaf;
    bool missing_branch = false;         ///< multiway: the last child is for missing values
    bool reversed = false;               ///< threshold of a surrogate: value <= threshold goes to child 1, else to child 0
    BranchId missing_child = 0;          ///< position among the children to which missing and unseen values go
    FeatureId feature = 0;               ///< position in the schema
    double threshold = 0.0;              ///< threshold: finite
    std::vector<LevelCode> left_levels;  ///< subset: sorted
    std::vector<LevelCode> right_levels;
    std::size_t children = 2;

    bool operator==(const Split&) const = default;
};

/// Position of the child for a value that the split itself decides on; none if the value is missing, unless the split tests
/// that.
std::optional<BranchId> child_by_split(const Split& split, double value);
/// The same for a level's code. None also for an unseen level: in neither set, or beyond the children.
std::optional<BranchId> child_by_split(const Split& split, LevelCode code);

}  // namespace treewright
