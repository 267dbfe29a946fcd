// The rows of a shared node in open bins: collected in one pass for all folds, since they mostly open the same bins.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/bin_index.h"

namespace treewright {

class SharedBins {
public:
    using Lists = std::array<std::vector<std::uint32_t>, bins_per_feature>;
    using Wanted = std::bitset<bins_per_feature>;

    SharedBins(const BinIndex& bins, std::span<const RowId> rows, const Progress& progress)
        : bins_(bins), rows_(rows), progress_(progress), features_(bins.stride()) {}

    /// The lists of a feature (by its number in the index), with those of the wanted bins filled. Null: they would be too
    /// large, and the fold should find the rows itself. Thread-safe.
    const Lists* lists(std::size_t indexed, const Wanted& wanted);

private:
    struct Feature {
        std::mutex mutex;
        Wanted filled;
        std::unique_ptr<Lists> lists;
    };
    void fill(std::size_t indexed, const Wanted& wanted, Lists& lists);

    const BinIndex& bins_;
    std::span<const RowId> rows_;
    const Progress& progress_;
    std::vector<Feature> features_;
    std::atomic<std::size_t> held_{0};  ///< rows in lists
};

}  // namespace treewright
