#include "treewright/engine/fine_index.h"

#include <algorithm>
#include <cmath>

#include "treewright/engine/float_key.h"
#include "treewright/engine/radix_sort.h"

namespace treewright {

namespace {

/// Rows with one float key share a bin; else as many rows a bin as there are for each.
template <class Number>
std::vector<std::uint16_t> bins_by_rank(std::span<const Number> values, const Progress& progress) {
    std::vector<std::uint64_t> items;
    std::vector<std::uint64_t> spare;
    items.reserve(values.size());
    for (std::size_t row = 0; row < values.size(); ++row)
        if (!std::isnan(values[row])) items.push_back((std::uint64_t{order_key(values[row])} << 32) | row);
    sort_by_upper_half(items, spare, [&] { progress.stop_if_cancelled(); });
    std::vector<std::uint16_t> bins(values.size(), missing_fine_bin);
    std::uint16_t bin = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0 && items[i] >> 32 != items[i - 1] >> 32) bin = static_cast<std::uint16_t>(i * fine_bins / items.size());
        bins[static_cast<std::uint32_t>(items[i])] = bin;
    }
    return bins;
}

}  // namespace

// Two bytes a cell for half of the features keep to two bytes a cell in all, the coarse index included. Where the whole table says
// nothing, all features may have one.
std::span<const std::uint16_t> FineIndex::bins(std::size_t feature, std::size_t rows) {
    std::call_once(made_[feature], [&] {
        if (2 * rows < set_.rows && 2 * count_.load() >= bins_.size()) return;
        ++count_;
        set_.features[feature].values.visit([&](auto values) { bins_[feature] = bins_by_rank(values, progress_); });
    });
    return bins_[feature];
}

}  // namespace treewright
