// Sixteen bits per cell for the features that need them: every bin of the coarse index divided into 256. If the labels carry
// little signal, the bounds of the coarse bins leave half of the rows to be scanned; those of the fine bins leave a few dozen.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/engine/index/bin_index.h"

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

}  // namespace treewright
