#include "treewright/engine/folds/shared_bins.h"

#include "treewright/engine/large_nodes/row_blocks.h"

namespace treewright {

namespace {
// Neighbouring bins that are filled as well: the best cut of another fold may be one bin further.
constexpr std::size_t neighbouring_bins = 2;
// With more open bins it does not pay to keep their rows.
constexpr std::size_t most_bins = bins_per_feature / 4;
}  // namespace

const SharedBins::Lists* SharedBins::lists(std::size_t indexed, const Wanted& wanted) {
    Feature& own = features_[indexed];
    const std::lock_guard lock(own.mutex);
    if ((wanted & ~own.filled).none()) return own.lists.get();
    if (wanted.count() > most_bins || held_ > rows_.size()) return nullptr;
    if (own.lists == nullptr) own.lists = std::make_unique<Lists>();
    Wanted wider = wanted;
    for (std::size_t step = 1; step <= neighbouring_bins; ++step) wider |= wanted << step | wanted >> step;
    wider &= ~own.filled;
    fill(indexed, wider, *own.lists);
    own.filled |= wider;
    return own.lists.get();
}

void SharedBins::fill(std::size_t indexed, const Wanted& wanted, Lists& lists) {
    const BinColumn bins = bins_.column(indexed);
    std::array<std::uint8_t, bins_per_feature> is_wanted{};
    for (std::size_t bin = 0; bin < bins_per_feature; ++bin) is_wanted[bin] = wanted[bin] ? 1 : 0;
    constexpr std::size_t block_rows = 4096;
    std::array<std::uint32_t, block_rows> hits;
    for (std::size_t begin = 0; begin < rows_.size(); begin += block_rows) {
        progress_.stop_if_cancelled();
        const auto block = rows_.subspan(begin, std::min(block_rows, rows_.size() - begin));
        std::size_t count = 0;
        for (std::size_t i = 0; i < block.size(); ++i) {  // branch-free: hits are unpredictable
            __builtin_prefetch(&bins[row_ahead(rows_, begin + i)]);
            hits[count] = block[i];
            count += is_wanted[bins[block[i]]];
        }
        for (std::size_t i = 0; i < count; ++i) lists[bins[hits[i]]].push_back(hits[i]);
        held_ += count;
    }
}

}  // namespace treewright
