// A split (the test of one feature) as a value type. Used by the candidates of the search, surrogates, drawings and
// explanations. A tree stores the splits of its nodes in a compact form (tree.h); `Tree::split_of` returns them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/data/ids.h"

namespace treewright {

enum class SplitKind : std::uint8_t {
    leaf,        ///< no split: it predicts
    threshold,   ///< value <= threshold: child 0, else child 1
    subset,      ///< level in the left set: child 0; in the right set: child 1; neither: the heaviest child
    multiway,    ///< level i: child i. One more child at the end takes missing values if `missing_branch`
    is_missing,  ///< the value is missing: child 0; known: child 1
};

/// A split without memory of its own: what `child_by_split` decides by.
struct SplitView {
    SplitKind kind = SplitKind::leaf;
    bool reversed = false;  ///< threshold of a surrogate: value <= threshold goes to child 1, else to child 0
    FeatureId feature = 0;  ///< position in the schema
    double threshold = 0.0;
    std::span<const LevelCode> left_levels = {};  ///< subset: sorted
    std::span<const LevelCode> right_levels = {};
    BranchId level_children = 0;  ///< multiway: children without the one for missing values
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

    [[nodiscard]] SplitView view() const& {
        const auto levels = static_cast<BranchId>(children - (missing_branch ? 1 : 0));
        return {kind, reversed, feature, threshold, left_levels, right_levels, levels};
    }
    [[nodiscard]] SplitView view() const&& = delete;  // its levels would be gone
    bool operator==(const Split&) const = default;
};

/// Position of the child for a value that the split itself decides on; none if the value is missing, unless the split tests that. This
/// function and the next are the one definition of a split's outcome: nodes, surrogates and lowered tests all ask them.
inline std::optional<BranchId> child_by_split(const SplitView& split, double value) {
    if (split.kind == SplitKind::is_missing) return std::isnan(value) ? 0 : 1;
    check_invariant(split.kind == SplitKind::threshold, "a split on levels got a value");
    if (std::isnan(value)) return std::nullopt;
    return (value <= split.threshold) == split.reversed ? 1 : 0;
}

/// The same for a level's code. None also for an unseen level, and for one that is in neither set.
inline std::optional<BranchId> child_by_split(const SplitView& split, LevelCode code) {
    if (split.kind == SplitKind::is_missing) return code < 0 ? 0 : 1;
    if (split.kind == SplitKind::multiway) {
        const bool has_child = code >= 0 && position_of(code) < split.level_children;
        return has_child ? std::optional(static_cast<BranchId>(code)) : std::nullopt;
    }
    check_invariant(split.kind == SplitKind::subset, "a split on values got a level");
    if (std::ranges::binary_search(split.left_levels, code)) return 0;
    if (std::ranges::binary_search(split.right_levels, code)) return 1;
    return std::nullopt;
}

}  // namespace treewright
