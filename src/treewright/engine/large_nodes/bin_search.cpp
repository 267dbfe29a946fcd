#include "treewright/engine/large_nodes/bin_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "treewright/engine/folds/shared_bins.h"
#include "treewright/engine/large_nodes/row_blocks.h"

namespace treewright {

namespace {

/// The rows in each of some open bins. `BinOf` gives one byte for a coarse bin, two for a fine one.
template <class BinOf>
class OpenRows {
public:
    /// 2^shift fine bins are merged into one.
    OpenRows(const std::vector<OpenBin>& open, unsigned shift, const BinOf& bin_of)
        : bin_of_(bin_of), shift_(shift), slot_((std::size_t{1} << (8 * sizeof(Bin))) >> shift, -1), found_(open.size()) {
        constexpr std::size_t fine_bins_per_step = sizeof(Bin) == 1 ? fine_bins_per_bin : 1;
        for (std::size_t i = 0; i < open.size(); ++i)
            slot_[open[i].first / fine_bins_per_step >> shift] = static_cast<std::int32_t>(i);
    }
    void add(std::span<const RowId> rows) {
        std::array<std::uint32_t, rows_per_block> hits;
        for (std::size_t begin = 0; begin < rows.size(); begin += rows_per_block) {
            const auto part = rows.subspan(begin, std::min(rows_per_block, rows.size() - begin));
            std::size_t count = 0;
            for (std::size_t i = 0; i < part.size(); ++i) {  // branch-free: hits are unpredictable
                __builtin_prefetch(&bin_of_(row_ahead(rows, begin + i)));
                hits[count] = part[i];
                count += slot_of(part[i]) >= 0 ? 1 : 0;
            }
            for (std::size_t i = 0; i < count; ++i) found_[static_cast<std::size_t>(slot_of(hits[i]))].push_back(hits[i]);
        }
    }
    [[nodiscard]] RowLists& found() { return found_; }

private:
    using Bin = std::remove_cvref_t<std::invoke_result_t<BinOf, std::uint32_t>>;
    static constexpr std::size_t rows_per_block = 4096;
    [[nodiscard]] std::int32_t slot_of(RowId row) const { return slot_[bin_of_(row) >> shift_]; }

    const BinOf& bin_of_;
    unsigned shift_;
    std::vector<std::int32_t> slot_;
    RowLists found_;
};

}  // namespace

BinSearch::BinSearch(const BinSearchSource& source, const LargeNode& node, const NodeCounts& counts)
    : CutSearch({source.context, source.measure, source.counts.bins.cuts()}, {node.facts, node.span, counts}),
      source_(source),
      rows_(node.rows),
      fine_(source.context.set.features.size()) {}

std::optional<Candidate> BinSearch::find(std::span<const FeatureId> used) {
    scan(used, wide_categories(used));
    look_inside_all();
    return choose();
}

std::vector<LevelCounts> BinSearch::wide_categories(std::span<const FeatureId> used) const {
    const TrainingSet& set = source_.context.set;
    std::vector<LevelCounts> wide;
    for (FeatureId feature = 0; feature < set.features.size(); ++feature)
        if (is_wide(set.features[feature]) && std::find(used.begin(), used.end(), feature) == used.end())
            wide.push_back(count_levels(set, feature, rows_, source_.counts.labels, source_.counts.progress));
    return wide;
}

void BinSearch::look_inside_all() {
    const std::vector<Feature*> order = features_to_open();
    // With many features each thread takes one at a time; few of them, mostly one, are searched by all threads together.
    const Threads& all = source_.counts.threads_for(rows_.size());
    const Threads& alone = source_.counts.alone;
    const bool apart = order.size() >= 2 * all.count();
    const auto look = [&](std::size_t i) {
        source_.counts.progress.stop_if_cancelled();
        Floor own;
        {
            const std::lock_guard lock(mutex_);
            own = floor();
        }
        look_inside(*order[i], own, apart ? alone : all);
        const std::lock_guard lock(mutex_);
        floor().best = std::max(floor().best, own.best);
    };
    (apart ? all : alone).for_each(order.size(), look);
}

/// The fine index, if it pays: a pass over all rows of the node instead of a sort of those in open bins.
FineView BinSearch::fine_view(const Feature& feature, const Threads& threads) const {
    std::int64_t weight = 0;
    for (const OpenBin& bin : feature.open) weight += bin.weight;
    const double share = static_cast<double>(weight) / static_cast<double>(node().facts.sums.weight);
    if (rows_.size() < source_.limits.least_rows_for_fine) return {};
    if (share < source_.limits.share_for_fine) return {};
    const std::size_t most =
        std::min(2 * rows_.size() / source_.limits.rows_per_fine_bin, source_.limits.most_fine_numbers / shape().size());
    FineView view;
    while (view.count_per_bin() > 2 && view.count() > most) ++view.shift;
    if (view.count() > source_.limits.most_fine_numbers / shape().size()) return {};  // very many classes
    const auto open_rows = static_cast<std::size_t>(share * static_cast<double>(rows_.size()));
    view.bins = source_.fine.bins(feature.indexed, {rows_.size(), open_rows}, threads, source_.counts.progress);
    return view;
}

void BinSearch::look_inside(Feature& feature, Floor& floor, const Threads& threads) {
    std::erase_if(feature.open, [&](const OpenBin& bin) { return !floor.leaves_open(bin); });
    fine_[feature.number] = fine_view(feature, threads);
    if (!fine_[feature.number].bins.empty()) split_open_bins(feature, floor, threads);
    close_bins(feature, floor);
    if (!feature.open.empty()) {
        const RowLists rows = rows_in_open_bins(feature, threads);
        OpenBinScan scan(feature.number, values_of(feature), source_.counts, source_.measure, feature.views);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            source_.counts.progress.stop_if_cancelled();
            if (floor.leaves_open(feature.open[i])) scan.run(feature.open[i], rows[i], floor, feature.inner);
        }
    }
    note_inner_cuts(feature);
}

/// Calls work(rows) with blocks of the node's rows that together contain all rows in open bins, or in the same coarse bins as
/// these; there may be others among them. For shared rows they were collected for another fold, or are collected now for all of
/// them. `part`: the share of this thread.
template <class Work>
void BinSearch::for_open_rows(const Feature& feature, Part part, const Work& work) const {
    SharedBins::Wanted wanted;
    for (const OpenBin& bin : feature.open) wanted.set(bin.first / fine_bins_per_bin);
    const SharedBins::Lists* lists = rows_.bins() == nullptr ? nullptr : rows_.bins()->lists(feature.indexed, wanted);
    if (lists == nullptr) return rows_.for_part(part.number, part.count, source_.counts.progress, work);
    std::vector<std::uint32_t> own;
    for (std::size_t bin = 0; bin < bins_per_feature; ++bin) {
        if (!wanted[bin]) continue;
        const auto list = part_of(std::span((*lists)[bin]), part.number, part.count);
        own.resize(list.size());
        std::size_t count = 0;
        for (const RowId row : list) {
            own[count] = row;
            count += rows_.has(row) ? 1 : 0;
        }
        work(std::span<const std::uint32_t>(own).first(count));
    }
    if (part.number == 0) work(rows_.added());
}

FineBins BinSearch::fine_counts(const Feature& feature, const Threads& threads) const {
    std::vector<FineBins> parts(threads.count(), FineBins(fine_[feature.number], source_.counts.labels));
    threads.for_each(parts.size(), [&](std::size_t part) {
        for_open_rows(feature, {part, parts.size()}, [&](std::span<const RowId> block) { parts[part].count(block); });
    });
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0].add(parts[part]);
    return std::move(parts[0]);
}

/// Replaces the open bins by their open fine bins. Cuts between fine bins of a bin are cuts inside it.
void BinSearch::split_open_bins(Feature& feature, Floor& floor, const Threads& threads) const {
    const FineBins counts = fine_counts(feature, threads);
    const FineView& fine = fine_[feature.number];
    const std::vector<OpenBin> coarse = std::exchange(feature.open, {});
    with_scan(feature, [&](auto scan) {
        for (const OpenBin& whole : coarse) {
            source_.counts.progress.stop_if_cancelled();
            const std::int64_t end = whole.below[0] + whole.weight;
            const auto first_of = [&](std::size_t bin) { return whole.first + (bin << fine.shift); };
            scan.run(
                BinInFineBins(counts, fine, whole.first / fine_bins_per_bin), whole.below, floor,
                [&](double gain, std::size_t bin, const CutView& view, ConstTally left) {
                    if (gain < floor.cut() || left[0] == end) return;
                    floor.best = std::max(floor.best, gain);
                    feature.inner.push_back(
                        {{feature.number, gain, place_after(first_of(bin + 1) - 1), &view, FewIntegers(left)}, {}});
                },
                [&](std::size_t bin, const OpenBin& open, ConstTally below) {
                    if (floor.leaves_open(open)) keep(open, first_of(bin), below, feature.open);
                });
        }
    });
}

/// Calls find(shift, function from a row to its bin) with the bins that are open, coarse or fine.
template <class Find>
void BinSearch::with_open_bins(const Feature& feature, const Find& find) const {
    if (const FineView& fine = fine_[feature.number]; !fine.bins.empty())
        find(fine.shift, [&](RowId row) -> const std::uint16_t& { return fine.bins[row]; });
    else
        find(0U, [bins = source_.counts.bins.column(feature.indexed)](RowId row) -> const std::uint8_t& { return bins[row]; });
}

RowLists BinSearch::rows_in_open_bins(const Feature& feature, const Threads& threads) const {
    std::vector<RowLists> found(threads.count());
    with_open_bins(feature, [&](unsigned shift, const auto& bin_of) {
        threads.for_each(found.size(), [&](std::size_t part) {
            OpenRows open(feature.open, shift, bin_of);
            for_open_rows(feature, {part, found.size()}, [&](std::span<const RowId> block) { open.add(block); });
            found[part] = std::move(open.found());
        });
    });
    for (std::size_t part = 1; part < found.size(); ++part)
        for (std::size_t i = 0; i < feature.open.size(); ++i)
            found[0][i].insert(found[0][i].end(), found[part][i].begin(), found[part][i].end());
    return std::move(found[0]);
}

Gap BinSearch::gap(const NumericCut& cut) {
    if (const Gap* inner = inner_gap(cut)) return *inner;
    const Feature& feature = feature_of(cut);
    const std::size_t fine_bin = cut.place >> 32;
    const std::size_t bin = fine_bin / fine_bins_per_bin;
    if (fine_bin % fine_bins_per_bin != fine_bins_per_bin - 1)
        return gap_after(feature, fine_bin, [&](RowId row) -> const std::uint16_t& { return fine_[feature.number].bins[row]; });
    const BinnedFeature& binned = bins_of(feature);
    const std::size_t next = next_bin(feature, bin);
    if (binned.single_value[bin] && binned.single_value[next]) return {binned.cuts[bin], binned.cuts[next]};
    return gap_after(feature, bin, [bins = source_.counts.bins.column(feature.indexed)](RowId row) { return bins[row]; });
}

/// Between bins: the largest value on the left and the smallest on the right, of the node's own rows.
template <class BinOf>
Gap BinSearch::gap_after(const Feature& feature, std::size_t bin, const BinOf& bin_of) const {
    const Threads& threads = source_.counts.threads_for(rows_.size());
    std::vector<Gap> gaps(threads.count());
    threads.for_each(gaps.size(), [&](std::size_t part) {
        gaps[part] = values_of(feature).visit(
            [&](auto values) { return gap_in(part, gaps.size(), values, [&](RowId row) { return bin_of(row) <= bin; }); });
    });
    for (const Gap& each : gaps) gaps[0] = {std::max(gaps[0].low, each.low), std::min(gaps[0].high, each.high)};
    return gaps[0];
}

template <class Values, class IsLeft>
Gap BinSearch::gap_in(std::size_t part, std::size_t parts, Values values, const IsLeft& is_left) const {
    using Number = std::remove_cvref_t<decltype(values[0])>;
    Number low = -std::numeric_limits<Number>::infinity();
    Number high = std::numeric_limits<Number>::infinity();
    rows_.for_part(part, parts, source_.counts.progress, [&](std::span<const RowId> block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            __builtin_prefetch(&values[row_ahead(block, i)]);
            const Number value = values[block[i]];
            if (is_left(block[i]))
                low = value > low ? value : low;
            else
                high = value < high ? value : high;  // false for NaN (missing)
        }
    });
    return {static_cast<double>(low) + 0.0, static_cast<double>(high) + 0.0};
}

Neighbours BinSearch::neighbours(const NumericCut& cut, Gap gap) {
    Neighbours around{FewIntegers(shape().size()), FewIntegers(shape().size())};
    const Numbers& values = values_of(feature_of(cut));
    rows_.for_all(source_.counts.progress, [&](std::span<const RowId> block) {
        for (const RowId row : block) {
            const double value = values[row];
            if (value == gap.low) shape().add_row(source_.context.labels, row, around.low);
            if (value == gap.high) shape().add_row(source_.context.labels, row, around.high);
        }
    });
    return around;
}

const Numbers& BinSearch::values_of(const Feature& feature) const {
    return source_.context.set.features[feature.number].values;
}

}  // namespace treewright
