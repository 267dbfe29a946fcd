#include "treewright/engine/large_nodes/bin_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

#include "treewright/engine/folds/shared_bins.h"
#include "treewright/engine/large_nodes/row_blocks.h"
#include "treewright/engine/measure/level_counts.h"
#include "treewright/engine/small_nodes/node_views.h"

namespace treewright {

namespace {

/// The bins of a feature in the histogram of the node.
class HistogramBins {
public:
    HistogramBins(const Histogram& histogram, const BinnedFeature& feature, std::size_t indexed, const TallyShape& shape)
        : histogram_(histogram), feature_(feature), indexed_(indexed), shape_(shape) {}
    [[nodiscard]] std::size_t bins() const { return feature_.bins; }
    [[nodiscard]] bool read(std::size_t bin, Tally to) const {
        histogram_.read(indexed_, bin, shape_, to);
        return to[0] != 0;
    }
    [[nodiscard]] bool is_single(std::size_t bin) const { return feature_.single_value[bin]; }

private:
    const Histogram& histogram_;
    const BinnedFeature& feature_;
    std::size_t indexed_;
    const TallyShape& shape_;
};

void keep(OpenBin bin, std::size_t first, ConstTally below, std::vector<OpenBin>& open) {
    bin.first = static_cast<std::uint32_t>(first);
    bin.below.assign(below);
    open.push_back(std::move(bin));
}

/// The rows in each of some open bins. `BinOf` gives one byte for a coarse bin, two for a fine one.
template <class BinOf>
class OpenRows {
public:
    /// 2^shift fine bins are one.
    OpenRows(const std::vector<OpenBin>& open, unsigned shift, const BinOf& bin_of)
        : bin_of_(bin_of), shift_(shift), slot_((std::size_t{1} << (8 * sizeof(Bin))) >> shift, -1), found_(open.size()) {
        constexpr std::size_t fine_bins_a_step = sizeof(Bin) == 1 ? fine_bins_a_bin : 1;
        for (std::size_t i = 0; i < open.size(); ++i)
            slot_[open[i].first / fine_bins_a_step >> shift] = static_cast<std::int32_t>(i);
    }
    void add(std::span<const std::uint32_t> rows) {
        std::array<std::uint32_t, rows_per_block> hits;
        for (std::size_t begin = 0; begin < rows.size(); begin += rows_per_block) {
            const auto part = rows.subspan(begin, std::min(rows_per_block, rows.size() - begin));
            std::size_t count = 0;
            for (std::size_t i = 0; i < part.size(); ++i) {  // without a branch: which rows hit cannot be foreseen
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
    [[nodiscard]] std::int32_t slot_of(std::uint32_t row) const { return slot_[bin_of_(row) >> shift_]; }

    const BinOf& bin_of_;
    unsigned shift_;
    std::vector<std::int32_t> slot_;
    RowLists found_;
};

}  // namespace

BinSearch::BinSearch(const BinSearchSource& source, const LargeNode& node, const Histogram& histogram)
    : source_(source),
      shape_(source.counts.labels.shape),
      node_(node.facts),
      rows_(node.rows),
      histogram_(histogram),
      span_(node.span),
      features_(source.context.set.features.size()) {
    floor_.impurity = node_.impurity;
    // No feature's error is larger than that of one without missing rows, of which the gain speaks of all rows.
    for (const CutView& view : views_of(source.context, source.measure, node_, FewIntegers(shape_.size())))
        floor_.slack = std::max(floor_.slack, 2 * source.measure.error(view, node_.impurity));
    floor_.least_weight = static_cast<double>(source.counts.labels.least_weight);
}

/// Calls scan(a BinScan of the feature), with virtual calls only where there is no faster way.
template <class Scan>
void BinSearch::with_scan(const Feature& feature, const Scan& scan) const {
    if (source_.measure.is_spread() && !source_.context.labels.has_weights()) {
        const SpreadViews scores(feature.views, span_);
        scan(BinScan(scores, feature.views));
    } else {
        const MeasuredViews scores(source_.measure, feature.views, span_);
        scan(BinScan(scores, feature.views));
    }
}

template <class FloorNow, class AtCut, class AtOpen>
void BinSearch::scan_coarse(const Feature& feature, const FloorNow& floor, const AtCut& at_cut, const AtOpen& at_open) const {
    const BinnedFeature& binned = source_.counts.bins.features()[feature.indexed];
    const HistogramBins counts(histogram_, binned, feature.indexed, shape_);
    with_scan(feature, [&](auto scan) { scan.run(counts, FewIntegers(shape_.size()), floor, at_cut, at_open); });
}

std::optional<Candidate> BinSearch::find(std::span<const std::size_t> used) {
    const auto is_used = [&](std::size_t feature) { return std::find(used.begin(), used.end(), feature) != used.end(); };
    std::vector<FeatureBest> best(features_.size());
    for (std::size_t feature = 0; feature < best.size(); ++feature) best[feature].feature = feature;
    const auto& binned = source_.counts.bins.features();
    std::vector<char> is_binned(features_.size(), 0);
    for (std::size_t f = 0; f < binned.size(); ++f) {
        const std::size_t feature = binned[f].feature;
        is_binned[feature] = 1;
        if (is_used(feature)) continue;
        if (binned[f].is_number)
            scan_bins(f);
        else
            best[feature] = scan_category(feature, levels_in(histogram_, source_.counts, source_.context, f));
        floor_.best = std::max(floor_.best, binned[f].is_number ? no_gain : best[feature].gain);
    }
    for (std::size_t feature = 0; feature < best.size(); ++feature) {
        if (is_binned[feature] != 0 || is_used(feature)) continue;
        best[feature] = scan_category(feature, levels_of(rows_, source_.counts, source_.context, feature));
        floor_.best = std::max(floor_.best, best[feature].gain);
    }
    look_inside_all();
    for (const auto& feature : features_) {
        if (feature == nullptr) continue;
        FeatureBest& each = best[feature->number];
        each.gain = feature->best;
        for (const CutView& view : feature->views)
            each.error = std::max(each.error, source_.measure.error(view, node_.impurity));
    }
    return CutChoice(source_.context, node_, shape_, *this).choose(best);
}

void BinSearch::scan_bins(std::size_t indexed) {
    const BinnedFeature& binned = source_.counts.bins.features()[indexed];
    FewIntegers missing(shape_.size());
    if (binned.has_missing) histogram_.read(indexed, missing_bin, shape_, missing);
    auto feature = std::make_unique<Feature>();
    feature->number = binned.feature;
    feature->indexed = indexed;
    feature->views = views_of(source_.context, source_.measure, node_, missing);
    if (feature->views.empty()) return;
    scan_coarse(
        *feature, floor_,
        [&](double gain, std::size_t, const CutView&, ConstTally) {
            feature->best = std::max(feature->best, gain);
            floor_.best = std::max(floor_.best, gain);
        },
        [&](std::size_t bin, const OpenBin& open, ConstTally below) {
            if (floor_.leaves_open(open)) keep(open, bin * fine_bins_a_bin, below, feature->open);
        });
    offer_missing_test(*feature);
    floor_.best = std::max(floor_.best, feature->best);
    features_[binned.feature] = std::move(feature);
}

void BinSearch::offer_missing_test(Feature& feature) {
    const CutView& view = feature.views.front();
    if (!asks_for_missing(source_.context, view)) return;
    const FewIntegers none(shape_.size());
    feature.best = std::max(feature.best, source_.measure.gain(view, none.data()));
}

/// The features that promise most come first: what they find closes bins of the others.
void BinSearch::look_inside_all() {
    std::vector<std::pair<double, Feature*>> order;
    for (const auto& feature : features_) {
        if (feature == nullptr) continue;
        double bound = no_gain;
        for (const OpenBin& bin : feature->open)
            if (floor_.leaves_open(bin)) bound = std::max(bound, bin.bound);
        if (bound != no_gain) order.emplace_back(bound, feature.get());
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    // With many features a thread takes one at a time; few of them, and mostly there is one, are looked into by all threads together.
    const Threads& all = source_.counts.threads_for(rows_.size());
    const Threads& alone = source_.counts.alone;
    const bool apart = order.size() >= 2 * all.count();
    const auto look = [&](std::size_t i) {
        source_.counts.progress.stop_if_cancelled();
        Floor floor;
        {
            const std::lock_guard lock(mutex_);
            floor = floor_;
        }
        look_inside(*order[i].second, floor, apart ? alone : all);
        const std::lock_guard lock(mutex_);
        floor_.best = std::max(floor_.best, floor.best);
    };
    (apart ? all : alone).for_each(order.size(), look);
}

/// The fine index, if it pays: a look at every row of the node in place of the sort of those in open bins.
FineView BinSearch::fine_view(const Feature& feature, const Threads& threads) const {
    std::int64_t weight = 0;
    for (const OpenBin& bin : feature.open) weight += bin.weight;
    const double share = static_cast<double>(weight) / static_cast<double>(node_.sums.weight);
    if (rows_.size() < source_.limits.least_rows_for_fine) return {};
    if (share < source_.limits.share_for_fine) return {};
    const std::size_t most =
        std::min(2 * rows_.size() / source_.limits.rows_a_fine_bin, source_.limits.most_fine_numbers / shape_.size());
    FineView view;
    while (view.count_a_bin() > 2 && view.count() > most) ++view.shift;
    if (view.count() > source_.limits.most_fine_numbers / shape_.size()) return {};  // very many classes
    const auto open_rows = static_cast<std::size_t>(share * static_cast<double>(rows_.size()));
    view.bins = source_.fine.bins(feature.indexed, {rows_.size(), open_rows}, threads, source_.counts.progress);
    return view;
}

void BinSearch::look_inside(Feature& feature, Floor& floor, const Threads& threads) {
    std::erase_if(feature.open, [&](const OpenBin& bin) { return !floor.leaves_open(bin); });
    feature.fine = fine_view(feature, threads);
    if (!feature.fine.bins.empty()) split_open_bins(feature, floor, threads);
    std::erase_if(feature.open, [&](const OpenBin& bin) { return !floor.leaves_open(bin); });
    if (!feature.open.empty()) {
        std::sort(feature.open.begin(), feature.open.end(),
                  [](const OpenBin& a, const OpenBin& b) { return a.bound > b.bound; });
        const RowLists rows = rows_in_open_bins(feature, threads);
        OpenBinScan scan(feature.number, values_of(feature), source_.counts, source_.measure, feature.views);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            source_.counts.progress.stop_if_cancelled();
            if (floor.leaves_open(feature.open[i])) scan.run(feature.open[i], rows[i], floor, feature.inner);
        }
    }
    feature.open = {};  // with many classes they are large
    for (const InnerCut& each : feature.inner) feature.best = std::max(feature.best, each.cut.gain);
}

/// Calls work(rows) for rows of the node until all that lie in open bins, or in the same coarse bins as these, are through; others may be
/// among them. Of shared rows they were found for another fold, or are found now for all of them. `part`: of how many threads this is.
template <class Work>
void BinSearch::for_open_rows(const Feature& feature, Part part, const Work& work) const {
    SharedBins::Wanted wanted;
    for (const OpenBin& bin : feature.open) wanted.set(bin.first / fine_bins_a_bin);
    const SharedBins::Lists* lists = rows_.bins() == nullptr ? nullptr : rows_.bins()->lists(feature.indexed, wanted);
    if (lists == nullptr) return rows_.for_part(part.number, part.count, source_.counts.progress, work);
    std::vector<std::uint32_t> own;
    for (std::size_t bin = 0; bin < bins_a_feature; ++bin) {
        if (!wanted[bin]) continue;
        const auto list = part_of(std::span((*lists)[bin]), part.number, part.count);
        own.resize(list.size());
        std::size_t count = 0;
        for (const std::uint32_t row : list) {
            own[count] = row;
            count += rows_.has(row) ? 1 : 0;
        }
        work(std::span<const std::uint32_t>(own).first(count));
    }
    if (part.number == 0) work(rows_.added());
}

FineBins BinSearch::fine_counts(const Feature& feature, const Threads& threads) const {
    std::vector<FineBins> parts(threads.count(), FineBins(feature.fine, source_.counts.labels));
    threads.for_each(parts.size(), [&](std::size_t part) {
        for_open_rows(feature, {part, parts.size()}, [&](std::span<const std::uint32_t> block) { parts[part].count(block); });
    });
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0].add(parts[part]);
    return std::move(parts[0]);
}

/// Puts open fine bins in the place of the open ones. Cuts between fine bins of one bin are cuts inside it.
void BinSearch::split_open_bins(Feature& feature, Floor& floor, const Threads& threads) const {
    const FineBins counts = fine_counts(feature, threads);
    const std::vector<OpenBin> coarse = std::exchange(feature.open, {});
    with_scan(feature, [&](auto scan) {
        for (const OpenBin& whole : coarse) {
            source_.counts.progress.stop_if_cancelled();
            const std::int64_t end = whole.below[0] + whole.weight;
            const auto first_of = [&](std::size_t bin) { return whole.first + (bin << feature.fine.shift); };
            scan.run(
                BinInFineBins(counts, feature.fine, whole.first / fine_bins_a_bin), whole.below, floor,
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
    if (const FineView& fine = feature.fine; !fine.bins.empty())
        find(fine.shift, [&](std::uint32_t row) -> const std::uint16_t& { return fine.bins[row]; });
    else
        find(0U, [bins = source_.counts.bins.column(feature.indexed)](std::uint32_t row) -> const std::uint8_t& {
            return bins[row];
        });
}

RowLists BinSearch::rows_in_open_bins(const Feature& feature, const Threads& threads) const {
    std::vector<RowLists> found(threads.count());
    with_open_bins(feature, [&](unsigned shift, const auto& bin_of) {
        threads.for_each(found.size(), [&](std::size_t part) {
            OpenRows open(feature.open, shift, bin_of);
            for_open_rows(feature, {part, found.size()}, [&](std::span<const std::uint32_t> block) { open.add(block); });
            found[part] = std::move(open.found());
        });
    });
    for (std::size_t part = 1; part < found.size(); ++part)
        for (std::size_t i = 0; i < feature.open.size(); ++i)
            found[0][i].insert(found[0][i].end(), found[part][i].begin(), found[part][i].end());
    return std::move(found[0]);
}

std::vector<NumericCut> BinSearch::list(std::size_t number, double floor) {
    const Feature& feature = *features_[number];
    std::vector<NumericCut> cuts;
    for (const InnerCut& each : feature.inner)
        if (each.cut.gain >= floor) cuts.push_back(each.cut);
    scan_coarse(
        feature, CutsFrom{floor},
        [&](double gain, std::size_t bin, const CutView& view, ConstTally left) {
            const std::uint64_t place = place_after((bin + 1) * fine_bins_a_bin - 1);
            if (gain >= floor) cuts.push_back({number, gain, place, &view, FewIntegers(left)});
        },
        [](std::size_t, const OpenBin&, ConstTally) {});
    const CutView& view = feature.views.front();
    if (asks_for_missing(source_.context, view)) {
        const FewIntegers none(shape_.size());
        const double gain = source_.measure.gain(view, none.data());
        if (gain >= floor) cuts.push_back({number, gain, place_of_missing_test, &view, none});
    }
    std::sort(cuts.begin(), cuts.end(), [](const NumericCut& a, const NumericCut& b) {
        return std::tuple(a.place, a.view->side) < std::tuple(b.place, b.view->side);
    });
    return cuts;
}

Gap BinSearch::gap(const NumericCut& cut) {
    const Feature& feature = feature_of(cut);
    if (static_cast<std::uint32_t>(cut.place) != 0xffffffffU)
        for (const InnerCut& each : feature.inner)
            if (each.cut.place == cut.place) return each.gap;
    const std::size_t fine_bin = cut.place >> 32;
    const std::size_t bin = fine_bin / fine_bins_a_bin;
    if (fine_bin % fine_bins_a_bin != fine_bins_a_bin - 1)
        return gap_after(feature, fine_bin, [&](std::uint32_t row) -> const std::uint16_t& { return feature.fine.bins[row]; });
    const BinnedFeature& binned = source_.counts.bins.features()[feature.indexed];
    const std::size_t next = next_bin(feature, bin);
    if (binned.single_value[bin] && binned.single_value[next]) return {binned.cuts[bin], binned.cuts[next]};
    return gap_after(feature, bin,
                     [bins = source_.counts.bins.column(feature.indexed)](std::uint32_t row) { return bins[row]; });
}

/// The next bin above that holds rows of the node.
std::size_t BinSearch::next_bin(const Feature& feature, std::size_t bin) const {
    FewIntegers tally(shape_.size());
    const HistogramBins counts(histogram_, source_.counts.bins.features()[feature.indexed], feature.indexed, shape_);
    do ++bin;
    while (bin + 1 < counts.bins() && !counts.read(bin, tally));
    return bin;
}

/// Between bins: the largest value on the left and the smallest on the right, of the node's own rows.
template <class BinOf>
Gap BinSearch::gap_after(const Feature& feature, std::size_t bin, const BinOf& bin_of) const {
    const Threads& threads = source_.counts.threads_for(rows_.size());
    std::vector<Gap> gaps(threads.count());
    threads.for_each(gaps.size(), [&](std::size_t part) {
        gaps[part] = values_of(feature).visit([&](auto values) {
            return gap_in(part, gaps.size(), values, [&](std::uint32_t row) { return bin_of(row) <= bin; });
        });
    });
    for (const Gap& each : gaps) gaps[0] = {std::max(gaps[0].low, each.low), std::min(gaps[0].high, each.high)};
    return gaps[0];
}

template <class Values, class IsLeft>
Gap BinSearch::gap_in(std::size_t part, std::size_t parts, Values values, const IsLeft& is_left) const {
    using Number = std::remove_cvref_t<decltype(values[0])>;
    Number low = -std::numeric_limits<Number>::infinity();
    Number high = std::numeric_limits<Number>::infinity();
    rows_.for_part(part, parts, source_.counts.progress, [&](std::span<const std::uint32_t> block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            __builtin_prefetch(&values[row_ahead(block, i)]);
            const Number value = values[block[i]];
            if (is_left(block[i]))
                low = value > low ? value : low;
            else
                high = value < high ? value : high;  // never so for a missing one
        }
    });
    return {static_cast<double>(low) + 0.0, static_cast<double>(high) + 0.0};
}

Neighbours BinSearch::neighbours(const NumericCut& cut, Gap gap) {
    Neighbours around{FewIntegers(shape_.size()), FewIntegers(shape_.size())};
    const Numbers& values = values_of(feature_of(cut));
    rows_.for_all(source_.counts.progress, [&](std::span<const std::uint32_t> block) {
        for (const std::uint32_t row : block) {
            const double value = values[row];
            if (value == gap.low) shape_.add_row(source_.context.labels, row, around.low);
            if (value == gap.high) shape_.add_row(source_.context.labels, row, around.high);
        }
    });
    return around;
}

FeatureBest BinSearch::scan_category(std::size_t feature, std::vector<LevelSums> levels) const {
    FeatureBest best;
    best.feature = feature;
    auto scan = std::make_unique<CategoryScan>(source_.context, node_, feature, std::move(levels));
    scan->run(false);
    if (scan->cuts().empty()) return best;
    best.gain = scan->cuts().best();
    best.scan = std::move(scan);
    return best;
}

const BinSearch::Feature& BinSearch::feature_of(const NumericCut& cut) const { return *features_[cut.feature]; }

const Numbers& BinSearch::values_of(const Feature& feature) const {
    return source_.context.set.features[feature.number].values;
}

}  // namespace treewright
