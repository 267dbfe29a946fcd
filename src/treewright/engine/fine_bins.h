// A node's rows counted in the fine bins of one feature.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/engine/fine_index.h"
#include "treewright/engine/row_labels.h"

namespace treewright {

class FineBins {
public:
    FineBins(std::span<const std::uint16_t> bins, const RowLabels& labels, std::span<const std::uint32_t> rows);

    [[nodiscard]] std::size_t bins() const { return fine_bins; }
    [[nodiscard]] bool read(std::size_t bin, Tally to) const {
        if (is_packed_) {  // the usual case of the worst case: two classes without signal
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
    void count_tallies(std::span<const std::uint16_t> bins, const RowLabels& labels, std::span<const std::uint32_t> rows);

    std::size_t size_;
    bool is_packed_;
    // Kept from node to node, a thread its own: half a megabyte or more that need not be asked for again.
    std::vector<std::uint64_t>& packed_;
    std::vector<std::int64_t>& tallies_;
    std::vector<std::uint32_t>& rows_;
};

}  // namespace treewright
