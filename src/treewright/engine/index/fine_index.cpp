#include "treewright/engine/index/fine_index.h"

#include <algorithm>
#include <array>

namespace treewright {

namespace {

constexpr std::size_t rows_per_task = steps_between_checks;

/// Divides every bin into equal widths. The bounds would profit only little from equal numbers of rows, which would take a
/// sort.
class BinWidths {
public:
    BinWidths(const BinnedFeature& feature, Numbers::Range range) {
        for (std::size_t bin = 0; bin < feature.bins; ++bin) {
            const double high = bin + 1 < feature.bins ? feature.cuts[bin] : range.highest;
            low_[bin] = bin > 0 ? feature.cuts[bin - 1] : range.lowest;
            const double scale = static_cast<double>(fine_bins_per_bin) / (high - low_[bin]);
            scale_[bin] = scale > 0.0 ? scale : 0.0;  // an infinite end: then all rows of the bin share one fine bin
        }
    }
    /// Differences, products and conversions are rounded, but each is monotone. NaN (0 · ∞, or a missing value) becomes 0.
    [[nodiscard]] std::uint16_t fine(std::uint8_t bin, double value) const {
        constexpr auto last = static_cast<double>(fine_bins_per_bin - 1);
        const double place = (value - low_[bin]) * scale_[bin];
        const double inside = place > last ? last : (place > 0.0 ? place : 0.0);
        return static_cast<std::uint16_t>(bin * fine_bins_per_bin + static_cast<std::size_t>(inside));
    }

private:
    std::array<double, bins_per_feature> low_{};
    std::array<double, bins_per_feature> scale_{};
};

}  // namespace

// Two bytes per cell for half of the features keep within two bytes per cell in all, the coarse index included. If that has two
// already, some features may still have theirs from what is promised per row. If the whole table carries no signal, all
// features may have one.
bool FineIndex::may_make(std::size_t rows) {
    constexpr std::size_t features_besides_columns = 5;
    const std::lock_guard lock(mutex_);
    const std::size_t most = bins_.has_columns() ? features_besides_columns : features_.size() / 2;
    if (2 * rows < set_.rows && count_ + 1 > most) return false;
    ++count_;
    return true;
}

std::span<const std::uint16_t> FineIndex::bins(std::size_t indexed, const FineDemand& demand, const Threads& threads,
                                               const Progress& progress) {
    Feature& own = features_[indexed];
    const std::lock_guard lock(own.mutex);
    if (own.bins.empty()) {
        own.open_rows += demand.open_rows;
        if (own.open_rows < least_open_rows_ || !may_make(demand.rows)) return {};
        own.bins = make(indexed, threads, progress);
    }
    return {own.bins.data(), own.bins.size()};
}

LargeArray<std::uint16_t> FineIndex::make(std::size_t indexed, const Threads& threads, const Progress& progress) const {
    const BinnedFeature& binned = bins_.features()[indexed];
    const BinColumn bins = bins_.column(indexed);
    LargeArray<std::uint16_t> fine(set_.rows);
    const Numbers& numbers = set_.features[binned.feature].values;
    const BinWidths width(binned, numbers.range());
    numbers.visit([&](auto values) {
        threads.for_each((values.size() + rows_per_task - 1) / rows_per_task, [&](std::size_t block) {
            progress.stop_if_cancelled();
            const std::size_t end = std::min(values.size(), (block + 1) * rows_per_task);
            for (std::size_t row = block * rows_per_task; row < end; ++row)
                fine[row] = width.fine(bins[row], static_cast<double>(values[row]));
        });
    });
    return fine;
}

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
