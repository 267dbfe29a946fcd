// One byte a cell: in which of at most 256 bins a value lies. Bins are an index, never an approximation: how the cuts between them
// were chosen (from a sample) cannot be seen in a tree.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/growing/search_context.h"

namespace treewright {

inline constexpr std::size_t bins_a_feature = 256;
inline constexpr std::uint8_t missing_bin = 255;  ///< of features with missing values

/// A feature in the index. Numbers: bin b holds the values above cuts[b − 1] and up to cuts[b]. Categories: the bin is the code.
struct BinnedFeature {
    std::size_t feature = 0;
    bool is_number = true;
    bool has_missing = false;
    std::size_t bins = 0;                      ///< without the bin of missing values
    std::vector<double> cuts;                  ///< bins − 1 of them, rising
    std::bitset<bins_a_feature> single_value;  ///< bins in which all rows of the table have one value
};

/// The bins of one feature.
struct BinColumn {
    const std::uint8_t* first;
    std::size_t step;
    const std::uint8_t& operator[](std::size_t row) const { return first[row * step]; }
};

struct BinIndexOptions {
    std::size_t most_bins = bins_a_feature;
    /// A second copy, feature by feature, for looks at a single one: a byte a cell. It takes as long to make as it spares one tree; a
    /// second one then grows in 0.134 s where it took 0.157 (1M × 20, two classes, depth 6).
    bool keeps_columns = false;
};

class BinIndex {
public:
    BinIndex(const SearchContext& context, const BinIndexOptions& options, const Threads& threads, Progress& progress);

    /// The features in the index, in the order of the table; categories with more than 255 levels are not.
    [[nodiscard]] const std::vector<BinnedFeature>& features() const { return features_; }
    [[nodiscard]] std::size_t stride() const { return features_.size(); }
    /// Row by row the bins in the order of `features()`.
    [[nodiscard]] const std::uint8_t* cells() const { return cells_.data(); }
    /// Of a feature by its number in `features()`.
    [[nodiscard]] BinColumn column(std::size_t f) const {
        return has_columns() ? BinColumn{columns_.data() + f * rows_, 1} : BinColumn{cells_.data() + f, stride()};
    }
    [[nodiscard]] bool has_columns() const { return !columns_.empty(); }

private:
    std::vector<BinnedFeature> features_;
    std::size_t rows_;
    LargeArray<std::uint8_t> cells_;    ///< row by row: a node's rows are read a row at a time
    LargeArray<std::uint8_t> columns_;  ///< feature by feature, if kept
};

}  // namespace treewright
