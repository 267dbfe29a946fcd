// The bin boundaries of every feature, as a value. They may be chosen from a sample of any of the rows, and do not affect the
// tree.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "treewright/base/bytes.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"

namespace treewright {

inline constexpr std::size_t bins_per_feature = 256;
inline constexpr std::uint8_t missing_bin = 255;  ///< of features with missing values

/// A feature in the index. Numbers: bin b holds the values above cuts[b − 1] and up to cuts[b]. Categories: the bin is the code.
struct BinnedFeature {
    FeatureId feature = 0;
    bool is_number = true;
    bool has_missing = false;
    std::size_t bins = 0;                        ///< without the bin of missing values
    std::vector<double> cuts;                    ///< bins − 1 of them, ascending
    std::bitset<bins_per_feature> single_value;  ///< bins in which every row is known to have the value of the cut
};

struct BinCuts {
    std::vector<BinnedFeature> features;  ///< in the order of the table

    /// The features of a table that have bins, still without cuts: all but categories with more than 255 levels.
    /// `has_missing`: by feature of the table.
    BinCuts(const TrainingSet& set, const std::vector<char>& has_missing);
    BinCuts() = default;

    /// Chooses the cuts of a numeric feature; one with few distinct values in the sample gets one bin per value. `sample`:
    /// known values in any order; samples of partitions may be concatenated.
    void choose(std::size_t indexed, std::vector<double> sample, std::size_t most_bins);
    /// A bin has a single value if it has in both partitions.
    void merge_single_values(const BinCuts& other);

    void write(ByteWriter& to) const;
    static BinCuts read(ByteReader& from);
};

/// A systematic sample of the known values of a column; all of them if they are no more than `most_rows`.
std::vector<double> sample_values(const Numbers& values, std::size_t most_rows);
/// Bins of 64 sampled rows each: their sizes vary by an eighth, which does not affect the bounds.
inline constexpr std::size_t default_sample_rows = 16384;

}  // namespace treewright
