// The histogram of a node over the fine bins of one feature.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/fine_index.h"
#include "treewright/engine/index/row_labels.h"

namespace treewright {

/// The fine bins of a feature at the resolution of a node: the fewer rows, the more fine bins are merged.
struct FineView {
    std::span<const std::uint16_t> bins;  ///< of the rows of the table
    unsigned shift = 0;                   ///< 2^shift fine bins are merged into one

    [[nodiscard]] std::size_t of(RowId row) const { return bins[row] >> shift; }
    [[nodiscard]] std::size_t count() const { return fine_bins >> shift; }
    [[nodiscard]] std::size_t count_per_bin() const { return fine_bins_per_bin >> shift; }
};

class FineBins {
public:
    FineBins(const FineView& view, const RowLabels& labels);
    /// Adds rows of the node.
    void count(std::span<const RowId> rows);
    void add(const FineBins& other);

    [[nodiscard]] bool read(std::size_t bin, Tally to) const {
        if (is_packed_) {  // the most common slow case: two classes without signal
            to[0] = static_cast<std::int64_t>(packed_[bin] >> 32);
            to[1] = static_cast<std::int64_t>(packed_[bin] & 0xffffffffU);
            return packed_[bin] != 0;
        }
        if (rows_[bin] == 0) return false;
        for (std::size_t i = 0; i < size_; ++i) to[i] = tallies_[bin * size_ + i];
        return true;
    }
    [[nodiscard]] bool is_single(std::size_t bin) const { return is_packed_ ? packed_[bin] >> 32 < 2 : rows_[bin] < 2; }

private:
    void count_moments(std::span<const RowId> rows);

    FineView view_;
    const RowLabels& labels_;
    std::size_t size_;
    bool is_packed_;
    std::vector<std::uint64_t> packed_;  ///< two classes: count·2^32 + rows of the second class
    std::vector<std::int64_t> tallies_;  ///< others
    std::vector<RowId> rows_;            ///< others
};

/// The fine bins inside one coarse bin, for a scan.
class BinInFineBins {
public:
    BinInFineBins(const FineBins& all, const FineView& view, std::size_t coarse)
        : all_(all), first_(coarse * view.count_per_bin()), bins_(view.count_per_bin()) {}
    [[nodiscard]] std::size_t bins() const { return bins_; }
    [[nodiscard]] bool read(std::size_t bin, Tally to) const { return all_.read(first_ + bin, to); }
    [[nodiscard]] bool is_single(std::size_t bin) const { return all_.is_single(first_ + bin); }

private:
    const FineBins& all_;
    std::size_t first_;
    std::size_t bins_;
};

}  // namespace treewright
