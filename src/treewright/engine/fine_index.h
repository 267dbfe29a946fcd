// Sixteen bits a cell for the features that need them: where labels carry little signal, a bound on 256 bins leaves half of the rows
// to be looked at; on 65,536 bins it leaves bins of a dozen rows. Made from one sort of the feature, when first asked for.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "treewright/data/training_set.h"

namespace treewright {

inline constexpr std::size_t fine_bins = 65536;

class FineIndex {
public:
    explicit FineIndex(const TrainingSet& set) : set_(set), bins_(set.features.size()), made_(set.features.size()) {}

    /// The bin of every row; it rises with the value. Missing values have none that means anything. Safe from any thread.
    std::span<const std::uint16_t> bins(std::size_t feature);

private:
    const TrainingSet& set_;
    std::vector<std::vector<std::uint16_t>> bins_;
    std::vector<std::once_flag> made_;
};

}  // namespace treewright
