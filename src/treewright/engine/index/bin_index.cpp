#include "treewright/engine/index/bin_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "treewright/base/positions.h"
#include "treewright/engine/index/float_key.h"

namespace treewright {

namespace {

constexpr std::size_t rows_per_fill = 2048;  // with 20 features 40 kB of bins: they stay in the L1 and L2 caches while filled

/// Finds the bin of a value by a lookup table on the upper half of its float key, which leaves a comparison or two: 2 ns
/// instead of 17 for a binary search.
class BinFinder {
public:
    explicit BinFinder(const BinnedFeature& feature) : start_(65536) {
        std::fill(cuts_.begin(), cuts_.end(), std::numeric_limits<double>::quiet_NaN());  // sentinel: no value is above NaN
        std::copy(feature.cuts.begin(), feature.cuts.end(), cuts_.begin());
        std::size_t bin = 0;
        for (std::uint32_t prefix = 0; prefix < 65536; ++prefix) {
            while (bin < feature.cuts.size() && order_key(feature.cuts[bin]) < (prefix << 16)) ++bin;
            start_[prefix] = static_cast<std::uint8_t>(bin);
        }
    }
    /// A cut with a smaller float key than the value's prefix is below the value itself, since rounding to float is monotone.
    template <class Number>
    [[nodiscard]] std::uint8_t find(Number value) const {
        const double number = static_cast<double>(value);
        std::size_t bin = start_[order_key(value) >> 16];
        bin += cuts_[bin] < number ? 1 : 0;
        while (cuts_[bin] < number) ++bin;
        return static_cast<std::uint8_t>(bin);
    }
    [[nodiscard]] double cut(std::uint8_t bin) const { return cuts_[bin]; }

private:
    std::vector<std::uint8_t> start_;
    std::array<double, bins_per_feature + 1> cuts_{};
};

/// Finds one feature's bins of a block of rows.
template <class Values>
void find_bins(const Values& values, const BinFinder& finder, std::uint8_t* bins) {
    for (std::size_t i = 0; i < values.size(); ++i) bins[i] = std::isnan(values[i]) ? missing_bin : finder.find(values[i]);
}

/// Marks the bins that hold other values than that of their cut.
template <class Values>
void find_mixed(const Values& values, const BinFinder& finder, const std::uint8_t* bins, std::bitset<bins_per_feature>& mixed) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (finder.cut(bins[i]) != static_cast<double>(values[i])) mixed.set(bins[i]);
}

void codes_as_bins(std::span<const LevelCode> codes, std::uint8_t* bins) {
    for (std::size_t i = 0; i < codes.size(); ++i) bins[i] = codes[i] < 0 ? missing_bin : static_cast<std::uint8_t>(codes[i]);
}

/// Bins that hold more than one value, one bit set per feature.
using MixedBins = std::vector<std::bitset<bins_per_feature>>;

/// Fills the index from the columns.
class BinFiller {
public:
    BinFiller(const TrainingSet& set, const std::vector<BinnedFeature>& features) : set_(set), features_(features) {
        finders_.resize(features.size());
    }
    void make_finder(std::size_t f) { finders_[f] = std::make_unique<BinFinder>(features_[f]); }

    /// Fills the bins of a block of rows; marks the bins that are mixed. `columns`: the column-major copy; null: none.
    void fill(std::size_t begin, std::size_t size, std::uint8_t* cells, std::uint8_t* columns, MixedBins& mixed) const {
        const std::size_t stride = features_.size();
        std::array<std::uint8_t, rows_per_fill> buffer;
        for (std::size_t f = 0; f < stride; ++f) {
            std::uint8_t* bins = columns == nullptr ? buffer.data() : columns + f * set_.rows + begin;
            find_block(f, begin, {bins, size}, mixed[f]);
            for (std::size_t i = 0; i < size; ++i) cells[i * stride + f] = bins[i];
        }
    }

private:
    void find_block(std::size_t f, std::size_t begin, std::span<std::uint8_t> bins,
                    std::bitset<bins_per_feature>& mixed) const {
        const Column& column = set_.features[features_[f].feature];
        if (!features_[f].is_number) return codes_as_bins(std::span(column.codes).subspan(begin, bins.size()), bins.data());
        column.values.visit([&](auto values) {
            find_bins(values.subspan(begin, bins.size()), *finders_[f], bins.data());
            if (features_[f].single_value.any())
                find_mixed(values.subspan(begin, bins.size()), *finders_[f], bins.data(), mixed);
        });
    }

    const TrainingSet& set_;
    const std::vector<BinnedFeature>& features_;
    std::vector<std::unique_ptr<BinFinder>> finders_;
};

}  // namespace

BinCuts choose_cuts(const TrainingSet& set, const std::vector<char>& has_missing, std::size_t most_bins, const Threads& threads,
                    const Progress& progress) {
    BinCuts cuts(set, has_missing);
    threads.for_each(cuts.features.size(), [&](std::size_t f) {
        progress.stop_if_cancelled();
        if (cuts.features[f].is_number)
            cuts.choose(f, sample_values(set.features[cuts.features[f].feature].values, default_sample_rows), most_bins);
    });
    return cuts;
}

std::optional<std::size_t> BinIndex::find(FeatureId feature) const {
    const auto by_feature = [](const BinnedFeature& binned, FeatureId wanted) { return binned.feature < wanted; };
    const auto found = std::lower_bound(features().begin(), features().end(), feature, by_feature);
    if (found == features().end() || found->feature != feature) return std::nullopt;
    return index_in(features(), found);
}

BinIndex::BinIndex(const TrainingSet& set, BinCuts cuts, bool keeps_columns, const Threads& threads, Progress& progress)
    : cuts_(std::move(cuts)), rows_(set.rows) {
    BinFiller filler(set, features());
    threads.for_each(stride(), [&](std::size_t f) {
        progress.stop_if_cancelled();
        if (features()[f].is_number) filler.make_finder(f);
    });
    cells_ = LargeArray<std::uint8_t>(set.rows * stride());
    if (keeps_columns) columns_ = LargeArray<std::uint8_t>(set.rows * stride());
    const std::size_t blocks = (set.rows + rows_per_fill - 1) / rows_per_fill;
    std::vector<MixedBins> mixed(blocks, MixedBins(stride()));
    threads.for_each(blocks, [&](std::size_t block) {
        progress.stop_if_cancelled();
        const std::size_t begin = block * rows_per_fill;
        filler.fill(begin, std::min(rows_per_fill, set.rows - begin), cells_.data() + begin * stride(), columns_.data(),
                    mixed[block]);
    });
    for (std::size_t f = 0; f < stride(); ++f) {
        std::bitset<bins_per_feature> any;
        for (const MixedBins& block : mixed) any |= block[f];
        cuts_.features[f].single_value &= ~any;
    }
}

}  // namespace treewright
