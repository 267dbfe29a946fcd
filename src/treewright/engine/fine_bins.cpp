#include "treewright/engine/fine_bins.h"

namespace treewright {

namespace {

template <class Number>
std::vector<Number>& kept_buffer() {
    thread_local std::vector<Number> buffer;
    return buffer;
}

}  // namespace

FineBins::FineBins(std::span<const std::uint16_t> bins, const RowLabels& labels, std::span<const std::uint32_t> rows)
    : size_(labels.shape.size()),
      is_packed_(labels.kind == LabelKind::two_classes),
      packed_(kept_buffer<std::uint64_t>()),
      tallies_(kept_buffer<std::int64_t>()),
      rows_(kept_buffer<std::uint32_t>()) {
    if (!is_packed_) {
        count_tallies(bins, labels, rows);
        return;
    }
    packed_.assign(fine_bins + 1, 0);
    const std::uint8_t* is_second = labels.is_second.data();
    for (const std::uint32_t row : rows) packed_[bins[row]] += (std::uint64_t{1} << 32) | is_second[row];
}

void FineBins::count_tallies(std::span<const std::uint16_t> bins, const RowLabels& labels,
                             std::span<const std::uint32_t> rows) {
    tallies_.assign((fine_bins + 1) * size_, 0);
    rows_.assign(fine_bins + 1, 0);
    if (labels.kind == LabelKind::moments && !labels.labels.has_weights()) {
        const std::int64_t* products = labels.labels.products().data();
        for (const std::uint32_t row : rows) {
            ++rows_[bins[row]];
            ++tallies_[bins[row] * 2];
            tallies_[bins[row] * 2 + 1] += products[row];
        }
        return;
    }
    for (const std::uint32_t row : rows) {
        ++rows_[bins[row]];
        labels.shape.add_row(labels.labels, row, Tally(tallies_).subspan(bins[row] * size_, size_));
    }
}

}  // namespace treewright
