#include "treewright/engine/leave_one_out/left_out_partitions.h"

#include "treewright/tree/routing.h"

namespace treewright {

Sums sums_on_path(const LeftOutSource& source, const PendingNode& here, const LeftOutRow& left_out, std::size_t depth) {
    Sums sums = here.path[depth];
    const std::uint32_t one[] = {left_out.row};
    if (depth < left_out.absent_from) sums -= source.context.labels.sums_of(one);
    return sums;
}

void LeftOutPartitions::add(const LeftOutRow& left_out, const std::shared_ptr<const LeftOutSplit>& split) {
    const ColumnRow cells{source_.context.set.features, left_out.row};
    const std::uint32_t child = child_for_row(split->tree, 0, cells);
    for (Partition& partition : partitions_)
        if (partition_alike(*partition.split, *split, left_out)) {
            partition.members.push_back({left_out, split, child});
            return;
        }
    partitions_.push_back({split, {{left_out, split, child}}});
}

/// Whether all rows of the node but the left-out one go to the same children.
bool LeftOutPartitions::partition_alike(const LeftOutSplit& a, const LeftOutSplit& b, const LeftOutRow& left_out) const {
    if (&a == &b) return true;
    const Split& x = a.candidate.split;
    const Split& y = b.candidate.split;
    if (x.kind != y.kind || x.feature != y.feature || x.missing_child != y.missing_child) return false;
    if (x.kind == SplitKind::threshold) return a.boundary == b.boundary;
    if (x.kind != SplitKind::subset) return true;
    if (x.left_levels == y.left_levels && x.right_levels == y.right_levels) return true;
    return here_.holds(left_out) && same_but_own_level(x, y, left_out.row);
}

/// A level that only the left-out row has is unknown without it.
bool LeftOutPartitions::same_but_own_level(const Split& known, const Split& without, RowId row) const {
    const std::int32_t own = source_.context.set.features[known.feature].codes[row];
    const auto same = [own](std::vector<LevelCode> levels, const std::vector<std::int32_t>& others) {
        std::erase(levels, own);
        return levels == others;
    };
    return same(known.left_levels, without.left_levels) && same(known.right_levels, without.right_levels);
}

}  // namespace treewright
