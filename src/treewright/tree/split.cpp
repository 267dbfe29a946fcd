#include "treewright/tree/split.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"

namespace treewright {
namespace {

bool is_in(const std::vector<LevelCode>& sorted_levels, LevelCode code) {
    return std::binary_search(sorted_levels.begin(), sorted_levels.end(), code);
}

}  // namespace

std::optional<BranchId> child_by_split(const Split& split, double value) {
    if (split.kind == SplitKind::is_missing) return std::isnan(value) ? 0 : 1;
    check_invariant(split.kind == SplitKind::threshold, "a split on levels got a value");
    if (std::isnan(value)) return std::nullopt;
    return (value <= split.threshold) == split.reversed ? 1 : 0;
}

std::optional<BranchId> child_by_split(const Split& split, LevelCode code) {
    if (split.kind == SplitKind::is_missing) return code < 0 ? 0 : 1;
    if (split.kind == SplitKind::multiway) {
        const std::size_t levels = split.children - (split.missing_branch ? 1 : 0);
        if (code >= 0 && position_of(code) < levels) return static_cast<BranchId>(code);
        return split.missing_branch ? std::optional(split.missing_child) : std::nullopt;
    }
    check_invariant(split.kind == SplitKind::subset, "a split on values got a level");
    if (is_in(split.left_levels, code)) return 0;
    if (is_in(split.right_levels, code)) return 1;
    return std::nullopt;
}

}  // namespace treewright
