#include "treewright/engine/large_nodes/open_bins.h"

#include <algorithm>

#include "treewright/base/radix_sort.h"
#include "treewright/engine/index/float_key.h"
#include "treewright/engine/large_nodes/row_blocks.h"

namespace treewright {

namespace {

constexpr std::size_t least_for_radix = 256;  // below this a comparison sort is faster than clearing the counts of a radix sort

/// The rows of a bin by value, one step each.
struct SortedRows {
    std::span<const std::uint64_t> items;
    const double* values;
    const std::int64_t* sums;
    const std::uint16_t* codes;
    std::span<const RowId> rows;
    const RowLabels& labels;

    [[nodiscard]] std::size_t size() const { return items.size(); }
    [[nodiscard]] double value(std::size_t i) const { return values[at(i)]; }
    [[nodiscard]] static std::int64_t weight(std::size_t) { return 1; }
    [[nodiscard]] std::int64_t sum(std::size_t i) const { return sums[at(i)]; }
    void move(std::size_t i, GiniGain& gini) const { gini.move(codes[at(i)]); }
    void add(std::size_t i, Tally to) const { labels.shape.add_row(labels.labels, rows[at(i)], to); }

private:
    [[nodiscard]] std::uint32_t at(std::size_t i) const { return static_cast<std::uint32_t>(items[i]); }
};

}  // namespace

/// A value that most rows of the table have fills a bin: there is nothing to sort.
bool OpenBinScan::has_one_value(std::span<const RowId> rows) const {
    return values_.visit([&](auto values) {
        return std::all_of(rows.begin(), rows.end(), [&](RowId row) { return values[row] == values[rows[0]]; });
    });
}

/// Values and labels are gathered in the order of the rows (sequential in memory), and read again in the order of the values
/// from the L1 cache.
void OpenBinScan::sort_rows(std::span<const RowId> rows) {
    local_values_.resize(rows.size());
    items_.resize(rows.size());
    values_.visit([&](auto values) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            __builtin_prefetch(&values[row_ahead(rows, i)]);
            local_values_[i] = static_cast<double>(values[rows[i]]) + 0.0;
            items_[i] = (std::uint64_t{order_key(values[rows[i]])} << 32) | i;
        }
    });
    const auto by_value = [&](std::uint64_t a, std::uint64_t b) {
        return local_values_[static_cast<std::uint32_t>(a)] < local_values_[static_cast<std::uint32_t>(b)];
    };
    if (rows.size() < least_for_radix) {
        std::sort(items_.begin(), items_.end(), by_value);
        return;
    }
    sort_by_upper_half(items_, scratch_, [this] { progress_.stop_if_cancelled(); });
    for (std::size_t begin = 0; begin < items_.size();) {  // doubles that round to the same float are not ordered yet
        std::size_t end = begin + 1;
        while (end < items_.size() && items_[end] >> 32 == items_[begin] >> 32) ++end;
        if (end > begin + 1 && !std::is_sorted(&items_[begin], &items_[begin] + (end - begin), by_value))
            std::sort(&items_[begin], &items_[begin] + (end - begin), by_value);
        begin = end;
    }
}

void OpenBinScan::fetch_labels(std::span<const RowId> rows) {
    if (how_ == InnerMeasure::classes) {
        local_codes_.resize(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) local_codes_[i] = labels_.codes[rows[i]];
    } else if (how_ == InnerMeasure::pairs) {
        local_sums_.resize(rows.size());
        if (labels_.kind == LabelKind::two_classes)
            for (std::size_t i = 0; i < rows.size(); ++i) local_sums_[i] = labels_.is_second[rows[i]];
        else
            for (std::size_t i = 0; i < rows.size(); ++i) local_sums_[i] = labels_.labels.product(rows[i]);
    }
}

void OpenBinScan::run(const OpenBin& bin, std::span<const RowId> rows, Floor& floor, std::vector<InnerCut>& found) {
    if (has_one_value(rows)) return;
    sort_rows(rows);
    fetch_labels(rows);
    const SortedRows steps{items_, local_values_.data(), local_sums_.data(), local_codes_.data(), rows, labels_};
    scan_.run(how_, steps, bin, floor, found);
}

}  // namespace treewright
