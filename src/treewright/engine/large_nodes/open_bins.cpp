#include "treewright/engine/large_nodes/open_bins.h"

#include <algorithm>

#include "treewright/base/radix_sort.h"
#include "treewright/engine/index/float_key.h"
#include "treewright/engine/measure/gini_gain.h"
#include "treewright/engine/measure/spread_gain.h"

namespace treewright {

namespace {
constexpr std::size_t least_for_radix = 256;  // below this a sort by comparisons is faster than clearing the counts
}

/// A value that most rows of the table have fills a bin: nothing is to be sorted there.
bool OpenBinScan::has_one_value(std::span<const std::uint32_t> rows) const {
    return values_.visit([&](auto values) {
        return std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return values[row] == values[rows[0]]; });
    });
}

/// Values and labels are fetched in the order of the rows, which memory likes, and met again in the order of the values from the
/// nearest cache.
void OpenBinScan::sort_rows(std::span<const std::uint32_t> rows) {
    local_values_.resize(rows.size());
    items_.resize(rows.size());
    values_.visit([&](auto values) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            local_values_[i] = static_cast<double>(values[rows[i]]) + 0.0;
            items_[i] = (std::uint64_t{order_key(values[rows[i]])} << 32) | i;
        }
    });
    const auto by_value = [&](std::uint64_t a, std::uint64_t b) {
        return local_values_[static_cast<std::uint32_t>(a)] < local_values_[static_cast<std::uint32_t>(b)];
    };
    if (rows.size() < least_for_radix) {
        std::sort(items_.begin(), items_.end(), by_value);
        return;
    }
    sort_by_upper_half(items_, spare_, [this] { progress_.stop_if_cancelled(); });
    for (std::size_t begin = 0; begin < items_.size();) {  // doubles that are one float stand in no order yet
        std::size_t end = begin + 1;
        while (end < items_.size() && items_[end] >> 32 == items_[begin] >> 32) ++end;
        if (end > begin + 1 && !std::is_sorted(&items_[begin], &items_[begin] + (end - begin), by_value))
            std::sort(&items_[begin], &items_[begin] + (end - begin), by_value);
        begin = end;
    }
}

void OpenBinScan::run(const OpenBin& bin, std::span<const std::uint32_t> rows, Floor& floor, std::vector<InnerCut>& found) {
    if (has_one_value(rows)) return;
    sort_rows(rows);
    if (measure_.is_plain_gini() && !labels_.labels.has_weights()) {
        local_codes_.resize(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) local_codes_[i] = labels_.codes[rows[i]];
        for (const CutView& view : views_) scan_classes(bin, view, floor, found);
        return;
    }
    if (!measure_.is_spread() || labels_.labels.has_weights()) return scan_tallies(bin, rows, floor, found);
    local_sums_.resize(rows.size());
    if (labels_.kind == LabelKind::two_classes)
        for (std::size_t i = 0; i < rows.size(); ++i) local_sums_[i] = labels_.is_second[rows[i]];
    else
        for (std::size_t i = 0; i < rows.size(); ++i) local_sums_[i] = labels_.labels.product(rows[i]);
    for (const CutView& view : views_) scan_pairs(bin, view, floor, found);
}

/// A cut below the floor is told without a division.
void OpenBinScan::scan_pairs(const OpenBin& bin, const CutView& view, Floor& floor, std::vector<InnerCut>& found) const {
    const SpreadGain spread(view);
    std::int64_t weight = bin.below[0];
    std::int64_t sum = bin.below[1];
    double limit = floor.cut() / spread.unit();
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
        weight += 1;
        sum += local_sums_[at(i)];
        const double squared = spread.squared_bracket(weight, sum);
        const double product = spread.product(weight);
        if (squared < limit * product || local_values_[at(i)] == local_values_[at(i + 1)]) continue;
        if (weight < view.least_left || weight > view.most_left) continue;
        const double gain = squared / product * spread.unit();
        if (gain < floor.cut()) continue;
        floor.best = std::max(floor.best, gain);
        limit = floor.cut() / spread.unit();
        found.push_back({{feature_, gain, place_inside(bin.first, i), &view, {weight, sum}},
                         {local_values_[at(i)], local_values_[at(i + 1)]}});
    }
}

void OpenBinScan::scan_classes(const OpenBin& bin, const CutView& view, Floor& floor, std::vector<InnerCut>& found) const {
    GiniGain gini(view, bin.below);
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
        gini.move(local_codes_[at(i)]);
        const double gain = gini.gain();
        if (gain < floor.cut() || local_values_[at(i)] == local_values_[at(i + 1)]) continue;
        if (gini.left_weight() < view.least_left || gini.left_weight() > view.most_left) continue;
        floor.best = std::max(floor.best, gain);
        found.push_back({{feature_, gain, place_inside(bin.first, i), &view, gini.left()},
                         {local_values_[at(i)], local_values_[at(i + 1)]}});
    }
}

void OpenBinScan::scan_tallies(const OpenBin& bin, std::span<const std::uint32_t> rows, Floor& floor,
                               std::vector<InnerCut>& found) const {
    FewIntegers left = bin.below;
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
        labels_.shape.add_row(labels_.labels, rows[at(i)], left);
        if (local_values_[at(i)] == local_values_[at(i + 1)]) continue;
        for (const CutView& view : views_) {
            if (left[0] < view.least_left || left[0] > view.most_left) continue;
            const double gain = measure_.gain(view, left.data());
            if (gain < floor.cut()) continue;
            floor.best = std::max(floor.best, gain);
            found.push_back(
                {{feature_, gain, place_inside(bin.first, i), &view, left}, {local_values_[at(i)], local_values_[at(i + 1)]}});
        }
    }
}

}  // namespace treewright
