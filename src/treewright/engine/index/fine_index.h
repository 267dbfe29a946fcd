// Sixteen bits per cell for the features that need them: every bin of the coarse index divided into 256. If the labels carry
// little signal, the bounds of the coarse bins leave half of the rows to be scanned; those of the fine bins leave a few dozen. And the
// histogram of a node over these bins.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/engine/index/bin_index.h"
#include "treewright/engine/index/row_labels.h"

namespace treewright {

inline constexpr std::size_t fine_bins_per_bin = 256;
inline constexpr std::size_t fine_bins = bins_per_feature * fine_bins_per_bin;

/// How much a node needs the fine bins of a feature.
struct FineDemand {
    std::size_t rows = 0;       ///< of the node
    std::size_t open_rows = 0;  ///< those in open bins, which would have to be sorted otherwise
};

class FineIndex {
public:
    /// A feature gets its fine bins once nodes have requested them with `least_open_rows` open rows in total.
    FineIndex(const TrainingSet& set, const BinIndex& bins, std::size_t least_open_rows)
        : set_(set), bins_(bins), least_open_rows_(least_open_rows), features_(bins.stride()) {}

    /// The fine bin of every row, 256 · bin + its position in the bin: monotone in the value. `feature`: its number in the
    /// coarse index; not for categories. Empty if there are none yet, or if as many features as memory allows have theirs
    /// already; a node that is most of the table is never refused for that. Thread-safe.
    std::span<const std::uint16_t> bins(std::size_t indexed, const FineDemand& demand, const Threads& threads,
                                        const Progress& progress);

private:
    [[nodiscard]] bool may_make(std::size_t rows);
    [[nodiscard]] LargeArray<std::uint16_t> make(std::size_t indexed, const Threads& threads, const Progress& progress) const;

    const TrainingSet& set_;
    const BinIndex& bins_;
    std::size_t least_open_rows_;
    struct Feature {
        std::mutex mutex;  ///< guards the others; held while the bins are made
        std::size_t open_rows = 0;
        LargeArray<std::uint16_t> bins;
    };
    std::vector<Feature> features_;
    std::mutex mutex_;  ///< guards count_
    std::size_t count_ = 0;
};

/// The fine bins of a feature at the resolution of a node: the fewer rows, the more fine bins are merged.
struct FineView {
    std::span<const std::uint16_t> bins;  ///< of the rows of the table
    unsigned shift = 0;                   ///< 2^shift fine bins are merged into one

    [[nodiscard]] std::size_t of(RowId row) const { return bins[row] >> shift; }
    [[nodiscard]] std::size_t count() const { return fine_bins >> shift; }
    [[nodiscard]] std::size_t count_per_bin() const { return fine_bins_per_bin >> shift; }
};

/// The histogram of a node over the fine bins of one feature.
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
