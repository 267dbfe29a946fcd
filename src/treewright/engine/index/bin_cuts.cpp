#include "treewright/engine/index/bin_cuts.h"

#include <algorithm>

#include "treewright/base/radix_sort.h"
#include "treewright/data/table.h"
#include "treewright/engine/index/float_key.h"

namespace treewright {

namespace {

// Bins of 64 sampled rows each: their sizes vary by an eighth, which no bound feels.
constexpr std::size_t sample_rows = 16384;

/// Known values of rows spread evenly over the table, sorted as floats.
std::vector<double> sorted_sample(const Numbers& values) {
    const std::size_t size = std::min(values.size(), sample_rows);
    std::vector<double> sample;
    std::vector<std::uint64_t> items;
    std::vector<std::uint64_t> spare;
    for (std::size_t i = 0; i < size; ++i) {
        const double value = values[i * values.size() / size];
        if (is_missing(value)) continue;
        items.push_back((std::uint64_t{order_key(value)} << 32) | sample.size());
        sample.push_back(value);
    }
    sort_by_upper_half(items, spare);
    std::vector<double> sorted;
    for (const std::uint64_t item : items) sorted.push_back(sample[static_cast<std::uint32_t>(item)]);
    return sorted;
}

}  // namespace

void choose_cuts(const Numbers& values, std::size_t most_bins, BinnedFeature& feature) {
    const std::size_t most_cuts = most_bins - 1 - (feature.has_missing ? 1 : 0);
    std::vector<double> sample = sorted_sample(values);
    std::vector<double> distinct = sample;
    std::sort(distinct.begin(), distinct.end());  // doubles that are one float stand in no order yet; almost sorted is fast
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    if (distinct.size() <= most_cuts) {
        feature.cuts = std::move(distinct);
    } else {
        for (std::size_t i = 1; i <= most_cuts; ++i) feature.cuts.push_back(sample[i * sample.size() / (most_cuts + 1)]);
        std::sort(feature.cuts.begin(), feature.cuts.end());
        feature.cuts.erase(std::unique(feature.cuts.begin(), feature.cuts.end()), feature.cuts.end());
    }
    feature.bins = feature.cuts.size() + 1;
    for (std::size_t bin = 0; bin < feature.cuts.size(); ++bin) feature.single_value.set(bin);
    for (const double value : sample) {
        const auto cut = std::lower_bound(feature.cuts.begin(), feature.cuts.end(), value);
        if (cut != feature.cuts.end() && *cut != value)
            feature.single_value.reset(static_cast<std::size_t>(cut - feature.cuts.begin()));
    }
}

}  // namespace treewright
