#include "treewright/engine/index/bin_cuts.h"

#include <algorithm>

#include "treewright/base/positions.h"
#include "treewright/base/radix_sort.h"
#include "treewright/engine/index/float_key.h"

namespace treewright {

namespace {

/// Sorted as floats: doubles that round to the same float are not ordered yet.
void sort_as_floats(std::vector<double>& sample) {
    std::vector<std::uint64_t> items;
    std::vector<std::uint64_t> scratch;
    for (std::size_t i = 0; i < sample.size(); ++i) items.push_back((std::uint64_t{order_key(sample[i])} << 32) | i);
    sort_by_upper_half(items, scratch);
    std::vector<double> sorted;
    for (const std::uint64_t item : items) sorted.push_back(sample[static_cast<std::uint32_t>(item)]);
    sample = std::move(sorted);
}

void keep_distinct(std::vector<double>& almost_sorted) {
    std::sort(almost_sorted.begin(), almost_sorted.end());  // fast, since almost sorted
    almost_sorted.erase(std::unique(almost_sorted.begin(), almost_sorted.end()), almost_sorted.end());
}

std::bitset<bins_per_feature> read_bits(ByteReader& from) {
    std::bitset<bins_per_feature> bits;
    for (std::size_t word = 0; word < bins_per_feature / 64; ++word) {
        const auto part = from.get<std::uint64_t>();
        for (std::size_t i = 0; i < 64; ++i) bits[64 * word + i] = (part >> i & 1U) != 0;
    }
    return bits;
}

void write_bits(const std::bitset<bins_per_feature>& bits, ByteWriter& to) {
    for (std::size_t word = 0; word < bins_per_feature / 64; ++word) {
        std::uint64_t part = 0;
        for (std::size_t i = 0; i < 64; ++i) part |= std::uint64_t{bits[64 * word + i]} << i;
        to.put(part);
    }
}

BinnedFeature read_feature(ByteReader& from) {
    BinnedFeature feature;
    feature.feature = from.get<FeatureId>();
    feature.is_number = from.get<bool>();
    feature.has_missing = from.get<bool>();
    feature.bins = from.get<std::uint64_t>();
    feature.cuts = from.get_list<double>();
    feature.single_value = read_bits(from);
    ByteReader::require(feature.bins <= bins_per_feature && std::is_sorted(feature.cuts.begin(), feature.cuts.end()));
    ByteReader::require(!feature.is_number || feature.bins == feature.cuts.size() + 1);
    return feature;
}

}  // namespace

std::vector<double> sample_values(const Numbers& values, std::size_t most_rows) {
    const std::size_t size = std::min(values.size(), most_rows);
    std::vector<double> sample;
    for (std::size_t i = 0; i < size; ++i) {
        const double value = values[i * values.size() / size];
        if (!is_missing(value)) sample.push_back(value);
    }
    return sample;
}

BinCuts::BinCuts(const TrainingSet& set, const std::vector<char>& has_missing) {
    for (FeatureId feature = 0; feature < set.features.size(); ++feature) {
        const Column& column = set.features[feature];
        const std::size_t levels = column.schema.levels.size();
        if (!column.has_values() && levels > missing_bin) continue;
        features.push_back({feature, column.has_values(), has_missing[feature] != 0, levels, {}, {}});
    }
}

void BinCuts::choose(std::size_t indexed, std::vector<double> sample, std::size_t most_bins) {
    BinnedFeature& feature = features[indexed];
    const std::size_t most_cuts = most_bins - 1 - (feature.has_missing ? 1 : 0);
    sort_as_floats(sample);
    feature.cuts = sample;
    keep_distinct(feature.cuts);
    if (feature.cuts.size() > most_cuts) {
        feature.cuts.clear();
        for (std::size_t i = 1; i <= most_cuts; ++i) feature.cuts.push_back(sample[i * sample.size() / (most_cuts + 1)]);
        keep_distinct(feature.cuts);
    }
    feature.bins = feature.cuts.size() + 1;
    for (std::size_t bin = 0; bin < feature.cuts.size(); ++bin) feature.single_value.set(bin);
    for (const double value : sample) {
        const auto cut = std::lower_bound(feature.cuts.begin(), feature.cuts.end(), value);
        if (cut != feature.cuts.end() && *cut != value) feature.single_value.reset(index_in(feature.cuts, cut));
    }
}

void BinCuts::merge_single_values(const BinCuts& other) {
    ByteReader::require(features.size() == other.features.size());
    for (std::size_t f = 0; f < features.size(); ++f) features[f].single_value &= other.features[f].single_value;
}

void BinCuts::write(ByteWriter& to) const {
    to.put(std::uint64_t{features.size()});
    for (const BinnedFeature& feature : features) {
        to.put(feature.feature);
        to.put(feature.is_number);
        to.put(feature.has_missing);
        to.put(std::uint64_t{feature.bins});
        to.put_list(feature.cuts);
        write_bits(feature.single_value, to);
    }
}

BinCuts BinCuts::read(ByteReader& from) {
    BinCuts cuts;
    const std::size_t count = from.get_count(1);
    for (std::size_t f = 0; f < count; ++f) cuts.features.push_back(read_feature(from));
    return cuts;
}

}  // namespace treewright
