// One byte per cell: in which of at most 256 bins a value lies. Bins are an index, never an approximation: how the cuts between them
// were chosen (bin_cuts.h) cannot be seen in a tree.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/engine/index/bin_cuts.h"

namespace treewright {

/// The bins of one feature.
struct BinColumn {
    const std::uint8_t* first;
    std::size_t step;
    const std::uint8_t& operator[](std::size_t row) const { return first[row * step]; }
};

class BinIndex {
public:
    /// By given cuts. `keeps_columns`: a second copy, feature by feature, for looks at a single one: one byte per cell. It takes as long
    /// to make as it saves one tree; a second one then grows in 0.134 s where it took 0.157 (1M × 20, two classes, depth 6).
    BinIndex(const TrainingSet& set, BinCuts cuts, bool keeps_columns, const Threads& threads, Progress& progress);

    /// The bins as they were given, with the single values of the rows that are in the index.
    [[nodiscard]] const BinCuts& cuts() const { return cuts_; }
    /// The features in the index, in the order of the table; categories with more than 255 levels are not.
    [[nodiscard]] const std::vector<BinnedFeature>& features() const { return cuts_.features; }
    [[nodiscard]] std::size_t stride() const { return cuts_.features.size(); }
    /// Row by row the bins in the order of `features()`.
    [[nodiscard]] const std::uint8_t* cells() const { return cells_.data(); }
    /// Of a feature by its number in `features()`.
    [[nodiscard]] BinColumn column(std::size_t f) const {
        return has_columns() ? BinColumn{columns_.data() + f * rows_, 1} : BinColumn{cells_.data() + f, stride()};
    }
    [[nodiscard]] bool has_columns() const { return !columns_.empty(); }

private:
    BinCuts cuts_;
    std::size_t rows_;
    LargeArray<std::uint8_t> cells_;    ///< row by row: a node's rows are read a row at a time
    LargeArray<std::uint8_t> columns_;  ///< feature by feature, if kept
};

/// The cuts for a table that is in one place.
BinCuts choose_cuts(const TrainingSet& set, const std::vector<char>& has_missing, std::size_t most_bins, const Threads& threads,
                    const Progress& progress);

}  // namespace treewright
