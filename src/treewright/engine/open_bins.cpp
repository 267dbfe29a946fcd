#include "treewright/engine/open_bins.h"

#include "treewright/engine/float_key.h"
#include "treewright/engine/radix_sort.h"
#include "treewright/growing/threshold.h"

namespace treewright {

namespace {
constexpr std::size_t least_for_radix = 256;  // below this a sort by comparisons is faster than clearing the counts
}

void OpenBinScan::sort_rows(std::span<const std::uint32_t> rows) {
    sorted_.clear();
    const auto by_value = [](const Item& a, const Item& b) { return a.value < b.value; };
    if (rows.size() < least_for_radix) {
        for (const std::uint32_t row : rows) sorted_.push_back({values_[row], row});
        std::sort(sorted_.begin(), sorted_.end(), by_value);
        return;
    }
    items_.clear();
    for (const std::uint32_t row : rows) items_.push_back((std::uint64_t{order_key(values_[row])} << 32) | row);
    sort_by_upper_half(items_, spare_);
    for (const std::uint64_t item : items_) {
        const auto row = static_cast<std::uint32_t>(item);
        sorted_.push_back({values_[row], row});
    }
    for (std::size_t begin = 0; begin < items_.size();) {  // doubles that are one float stand in no order yet
        std::size_t end = begin + 1;
        while (end < items_.size() && items_[end] >> 32 == items_[begin] >> 32) ++end;
        if (end > begin + 1) std::sort(&sorted_[begin], &sorted_[begin] + (end - begin), by_value);
        begin = end;
    }
}

void OpenBinScan::run(const OpenBin& bin, std::span<const std::uint32_t> rows, Floor& floor, std::vector<InnerCut>& found) {
    sort_rows(rows);
    std::vector<std::int64_t> left = bin.below;
    for (std::size_t i = 0; i + 1 < sorted_.size(); ++i) {
        labels_.shape.add_row(labels_.labels, sorted_[i].row, left);
        if (sorted_[i].value == sorted_[i + 1].value) continue;
        for (const CutView& view : views_) {
            if (left[0] < view.least_left || left[0] > view.most_left) continue;
            const double gain = measure_.gain(view, left.data());
            if (gain < floor.cut()) continue;
            floor.best = std::max(floor.best, gain);
            found.push_back(
                {{feature_, gain, place_inside(bin.bin, i), &view, left}, {sorted_[i].value, sorted_[i + 1].value}});
        }
    }
}

}  // namespace treewright
