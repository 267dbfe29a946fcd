#include "treewright/engine/leave_one_out/left_out_cuts.h"

#include <algorithm>

namespace treewright {

std::vector<NumericCut> LeftOutCuts::list(FeatureId feature, double floor) {
    std::vector<NumericCut> cuts;
    const Removal::Feature& own = removal_.of(feature);
    const std::uint32_t rank =
        row_ ? source_.table.rank(own.near->position, *row_) : 0;  // without a row both gains are the same
    const bool misses = row_ && rank == rank_of_missing;
    for (const Removal::Cut& cut : misses ? own.cuts_if_missing : own.cuts) {
        const bool left = misses || cut.near == nullptr || rank <= cut.near->boundary;
        const double gain = left ? cut.left : cut.right;
        if (gain < floor || gain == no_gain) continue;
        const FewIntegers known = removal_.known_on_left(cut, left && !misses);
        // If only this row has its value, the cuts before and after it coincide.
        const bool is_same = std::any_of(cuts.begin(), cuts.end(), [&](const NumericCut& other) {
            return other.view == cut.view && other.left[0] == known[0];
        });
        if (is_same && cut.near != nullptr) continue;
        cuts.push_back({feature, gain, cut.near == nullptr ? place_of_missing_test : cut.near->place, cut.view, known});
    }
    return cuts;
}

LeftOutCuts::Adjacent LeftOutCuts::adjacent(const NumericCut& cut) const {
    const auto known = rows_of(cut.feature);
    Adjacent places{cut.place - 1, cut.place};
    if (known[places.low].row == row_) --places.low;
    if (known[places.high].row == row_) ++places.high;
    return places;
}

Gap LeftOutCuts::gap(const NumericCut& cut) {
    const auto known = rows_of(cut.feature);
    const Adjacent places = adjacent(cut);
    const Numbers& values = source_.context.set.features[cut.feature].values;
    return {values[known[places.low].row], values[known[places.high].row]};
}

Neighbours LeftOutCuts::neighbours(const NumericCut& cut, Gap) {
    const auto known = rows_of(cut.feature);
    const auto [low, high] = adjacent(cut);
    Neighbours around{FewIntegers(removal_.tally.size()), FewIntegers(removal_.tally.size())};
    for (std::size_t i = low + 1; i > 0 && known[i - 1].rank == known[low].rank; --i) add(known[i - 1].row, around.low);
    for (std::size_t i = high; i < known.size() && known[i].rank == known[high].rank; ++i) add(known[i].row, around.high);
    return around;
}

}  // namespace treewright
