#include "treewright/engine/index/fine_bins.h"

namespace treewright {

FineBins::FineBins(const FineView& view, const RowLabels& labels)
    : view_(view), labels_(labels), size_(labels.shape.size()), is_packed_(labels.kind == LabelKind::two_classes) {
    if (is_packed_) {
        packed_.assign(view.count(), 0);
    } else {
        tallies_.assign(view.count() * size_, 0);
        rows_.assign(view.count(), 0);
    }
}

void FineBins::count(std::span<const RowId> rows) {
    if (is_packed_) {
        const std::uint8_t* is_second = labels_.is_second.data();
        for (const RowId row : rows) packed_[view_.of(row)] += (std::uint64_t{1} << 32) | is_second[row];
    } else if (labels_.kind == LabelKind::moments && !labels_.labels.has_weights()) {
        count_moments(rows);
    } else {
        for (const RowId row : rows) {
            const std::size_t bin = view_.of(row);
            ++rows_[bin];
            labels_.shape.add_row(labels_.labels, row, Tally(tallies_).subspan(bin * size_, size_));
        }
    }
}

void FineBins::add(const FineBins& other) {
    add_all(packed_, other.packed_);
    add_all(tallies_, other.tallies_);
    add_all(rows_, other.rows_);
}

void FineBins::count_moments(std::span<const RowId> rows) {
    const std::int64_t* targets = labels_.labels.products().data();
    for (const RowId row : rows) {
        const std::size_t bin = view_.of(row);
        ++rows_[bin];
        ++tallies_[bin * 2];
        tallies_[bin * 2 + 1] += targets[row];
    }
}

}  // namespace treewright
