#include "treewright/engine/leave_one_out/left_out_groups.h"

#include "treewright/tree/condition.h"

namespace treewright {

Sums sums_on_way(const LeftOutSource& source, const Visit& visit, const Traveller& traveller, std::size_t depth) {
    Sums sums = visit.path[depth];
    const std::uint32_t one[] = {traveller.row};
    if (depth < traveller.out_until) sums -= source.context.labels.sums_of(one);
    return sums;
}

void LeftOutGroups::add(const Traveller& traveller, const std::shared_ptr<const LeftOutQuestion>& question) {
    const ColumnRow cells{source_.context.set.features, traveller.row};
    const std::uint32_t child = child_for_row(question->tree, 0, cells);
    for (Group& group : groups_)
        if (parts_alike(*group.question, *question, traveller)) {
            group.members.push_back({traveller, question, child});
            return;
        }
    groups_.push_back({question, {{traveller, question, child}}});
}

/// Whether the rows of the node but the traveller's go the same ways.
bool LeftOutGroups::parts_alike(const LeftOutQuestion& a, const LeftOutQuestion& b, const Traveller& traveller) const {
    if (&a == &b) return true;
    const Split& x = a.candidate.split;
    const Split& y = b.candidate.split;
    if (x.kind != y.kind || x.feature != y.feature || x.missing_child != y.missing_child) return false;
    if (x.kind == SplitKind::threshold) return a.boundary == b.boundary;
    if (x.kind != SplitKind::subset) return true;
    if (x.left_levels == y.left_levels && x.right_levels == y.right_levels) return true;
    return visit_.holds(traveller) && same_but_own_level(x, y, traveller.row);
}

/// A level that only the traveller's row has is unknown without it.
bool LeftOutGroups::same_but_own_level(const Split& known, const Split& without, std::uint32_t row) const {
    const std::int32_t own = source_.context.set.features[known.feature].codes[row];
    const auto same = [own](std::vector<std::int32_t> levels, const std::vector<std::int32_t>& others) {
        std::erase(levels, own);
        return levels == others;
    };
    return same(known.left_levels, without.left_levels) && same(known.right_levels, without.right_levels);
}

}  // namespace treewright
