// Sixteen bits a cell for the features that need them: where labels carry little signal, a bound on 256 bins leaves half of the rows
// to be looked at; on 65,536 bins it leaves bins of a dozen rows. Made from one sort of the feature, when first asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"

namespace treewright {

inline constexpr std::size_t fine_bins = 65535;  ///< of known values
inline constexpr std::uint16_t missing_fine_bin = 65535;

class FineIndex {
public:
    FineIndex(const TrainingSet& set, const Progress& progress)
        : set_(set), progress_(progress), bins_(set.features.size()), made_(set.features.size()) {}

    /// The bin of every row; it rises with the value, missing ones are in the last. Safe from any thread. Empty if as many
    /// features as memory allows have an index already; a node of `rows` rows that is most of the table is never refused.
    std::span<const std::uint16_t> bins(std::size_t feature, std::size_t rows);

    void clear() { bins_.clear(); }

private:
    const TrainingSet& set_;
    const Progress& progress_;
    std::vector<std::vector<std::uint16_t>> bins_;
    std::vector<std::once_flag> made_;
    std::atomic<std::size_t> count_ = 0;
};

}  // namespace treewright
