// A view of the rows of a large node: a list, or a fold's part of a list that folds share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/row_blocks.h"

namespace treewright {

class SharedBins;

/// Per row of the table, one bit per fold: set if the row is not in the same node of the fold's tree as in the shared tree. It
/// is always set for a held-out row.
using AbsentBits = std::uint16_t;
inline constexpr std::size_t most_shared_folds = 16;

class RowView {
public:
    RowView(std::span<const RowId> rows) : list_(rows), size_(rows.size()) {}  // NOLINT: implicit
    /// The rows of `shared` without the bit, and `added` ones. `bins`: of the shared rows.
    struct Fold {
        std::span<const std::uint32_t> shared;
        const AbsentBits* absent;
        AbsentBits bit;
        std::span<const RowId> added;
        SharedBins* bins;
    };
    RowView(const Fold& fold, std::size_t size)
        : list_(fold.shared), absent_(fold.absent), bit_(fold.bit), added_(fold.added), bins_(fold.bins), size_(size) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] SharedBins* bins() const { return bins_; }  ///< null: the list is not shared
    [[nodiscard]] std::span<const RowId> added() const { return added_; }
    [[nodiscard]] bool has(RowId shared_row) const { return (absent_[shared_row] & bit_) == 0; }

    /// Calls work(block of rows) for one part of the rows, in blocks between which the work can be cancelled.
    template <class Work>
    void for_part(std::size_t part, std::size_t parts, const Progress& progress, const Work& work) const {
        const auto own = part_of(list_, part, parts);
        if (absent_ == nullptr) return for_blocks(own, progress, work);
        std::array<std::uint32_t, rows_per_filter> kept;
        for (std::size_t begin = 0; begin < own.size(); begin += rows_per_filter) {
            progress.stop_if_cancelled();
            std::size_t count = 0;
            for (const RowId row : own.subspan(begin, std::min(rows_per_filter, own.size() - begin))) {
                kept[count] = row;
                count += has(row) ? 1 : 0;
            }
            work(std::span<const std::uint32_t>(kept).first(count));
        }
        if (part == 0 && !added_.empty()) work(added_);
    }
    template <class Work>
    void for_all(const Progress& progress, const Work& work) const {
        for_part(0, 1, progress, work);
    }

private:
    static constexpr std::size_t rows_per_filter = 4096;

    std::span<const std::uint32_t> list_;
    const AbsentBits* absent_ = nullptr;
    AbsentBits bit_ = 0;
    std::span<const std::uint32_t> added_;
    SharedBins* bins_ = nullptr;
    std::size_t size_;
};

}  // namespace treewright
