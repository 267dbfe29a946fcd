// Sixteen bits a cell for the features that need them: every bin of the coarse index cut into 256. Where labels carry little signal,
// a bound on the bins leaves half of the rows to be looked at; on the fine ones it leaves a few dozen rows.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/base/progress.h"
#include "treewright/engine/bin_index.h"

namespace treewright {

inline constexpr std::size_t fine_bins_a_bin = 256;
inline constexpr std::size_t fine_bins = bins_a_feature * fine_bins_a_bin;

class FineIndex {
public:
    FineIndex(const TrainingSet& set, const BinIndex& bins, const Progress& progress)
        : set_(set), bins_(bins), progress_(progress), fine_(bins.stride()), one_(bins.stride()) {}

    /// The fine bin of every row, 256 · bin + its place in the bin: it never falls where the value rises. `feature`: its number in
    /// the coarse index; not for categories. Made when first asked for, while others who ask for it wait. Empty if as
    /// many features as memory allows have one already; a node of `rows` rows that is most of the table is never refused.
    std::span<const std::uint16_t> bins(std::size_t feature, std::size_t rows, const Threads& threads);
    /// Whether it has been made.
    [[nodiscard]] bool has(std::size_t feature) const;

private:
    [[nodiscard]] bool may_make(std::size_t rows);
    void make(std::size_t feature, const Threads& threads);

    const TrainingSet& set_;
    const BinIndex& bins_;
    const Progress& progress_;
    std::vector<LargeArray<std::uint16_t>> fine_;
    mutable std::vector<std::mutex> one_;  ///< by feature: guards it in fine_
    std::mutex mutex_;                     ///< guards count_
    std::size_t count_ = 0;
};

}  // namespace treewright
