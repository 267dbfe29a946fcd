// Scans one feature of a large node, bin by bin: the cuts between bins, which are exact, and the bins that could contain a
// better or an equal cut.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "treewright/engine/measure/cut_choice.h"
#include "treewright/engine/measure/spread_gain.h"

namespace treewright {

/// A bin that may contain a better cut.
struct OpenBin {
    std::uint32_t first = 0;  ///< its first fine bin
    double bound = no_gain;   ///< upper bound of the gain of cuts inside
    double ends = no_gain;    ///< the larger gain of the cuts at its ends, whether row limits allow them or not
    std::int64_t weight = 0;
    FewIntegers below;  ///< known rows below it
};

/// The best gain of the node so far, and the lower bound of gains that still matter (branch and bound).
struct Floor {
    double best = no_gain;
    double impurity = 0.0;
    double slack = 0.0;         ///< error of the measure: cuts below the tie line by more than this are discarded
    double least_weight = 1.0;  ///< of a row

    [[nodiscard]] double cut() const { return best == no_gain ? no_gain : tie_line(best, impurity) - slack; }
    /// Cuts that gain less are irrelevant to the choice; near zero all of them are relevant.
    [[nodiscard]] double least_relevant() const { return best > 4 * least_clear_gain * impurity ? cut() : no_gain; }
    /// Whether a cut inside the bin could reach `cut()`. The statistics of its left side are a convex combination of four
    /// corners (`Corners` in cut_measure.cpp), and gains are convex: its gain is at most the same combination of the corners'
    /// gains. A cut inside leaves at least one row of the bin on each side, so the two corners that are not ends have at least
    /// one row's share of the combination, 1/rows or half of it. The ends reach at most best + slack; so the other corners must
    /// be as near to the best as that share can compensate.
    [[nodiscard]] bool leaves_open(const OpenBin& bin) const {
        return bin.ends > least_ends() || bin.bound >= least_bound(bin.weight);
    }
    [[nodiscard]] double least_ends() const { return best + slack; }
    [[nodiscard]] double least_bound(std::int64_t bin_weight) const {
        const double rows = static_cast<double>(bin_weight) / least_weight;
        return best - (best - cut()) * (2.0 * rows + 2.0);
    }
};

/// The place (order among the cuts of its feature) of a cut after a fine bin, or of the i-th cut inside bins that begin with
/// it.
inline std::uint64_t place_after(std::size_t fine_bin) { return (std::uint64_t{fine_bin} << 32) | 0xffffffffU; }
inline std::uint64_t place_inside(std::size_t first, std::size_t i) { return (std::uint64_t{first} << 32) | i; }

/// Instead of a floor: accepts every cut with that gain, and no bin.
struct CutsFrom {
    double least = no_gain;
    [[nodiscard]] double least_relevant() const { return least; }
    [[nodiscard]] double least_ends() const { return std::numeric_limits<double>::infinity(); }
    [[nodiscard]] double least_bound(std::int64_t) const { return std::numeric_limits<double>::infinity(); }
};

/// How a scan measures cuts: by the criterion's measure, or without virtual calls where there is a faster method.
class MeasuredViews {
public:
    MeasuredViews(const CutMeasure& measure, const std::vector<CutView>& views, LabelSpan span)
        : measure_(measure), views_(views), span_(span) {}
    [[nodiscard]] double gain(std::size_t view, const std::int64_t* left) const { return measure_.gain(views_[view], left); }
    [[nodiscard]] double bound(std::size_t view, const std::int64_t* below, const std::int64_t* bin) const {
        return measure_.bound(views_[view], below, bin, span_);
    }

private:
    const CutMeasure& measure_;
    const std::vector<CutView>& views_;
    LabelSpan span_;
};

class SpreadViews {
public:
    SpreadViews(const std::vector<CutView>& views, LabelSpan span) : span_(span) {
        for (const CutView& view : views) spreads_.emplace_back(view);
    }
    [[nodiscard]] double gain(std::size_t view, const std::int64_t* left) const { return spreads_[view].gain(left); }
    [[nodiscard]] double bound(std::size_t view, const std::int64_t* below, const std::int64_t* bin) const {
        return spreads_[view].bound(below, bin, span_);
    }
    [[nodiscard]] const SpreadGain& spread(std::size_t view) const { return spreads_[view]; }
    [[nodiscard]] LabelSpan span() const { return span_; }

private:
    std::vector<SpreadGain> spreads_;
    LabelSpan span_;
};

/// `Scores`: one of the two above.
template <class Scores>
class BinScan {
public:
    BinScan(const Scores& scores, const std::vector<CutView>& views)
        : scores_(scores), views_(views), last_(views.size()), own_(views.front().known.size()), above_(own_.size()) {}

    /// `Counts`: bins(), read(bin, tally) (false: no row of the node), is_single(bin) (no cut inside). Begins with the known
    /// rows below the first bin. Calls at_cut(gain, bin, view, left) for every allowed cut after a bin that the floor leaves
    /// relevant, and at_open(bin, open, below) for every bin that could be open by the current floor (a `Floor` or `CutsFrom`);
    /// for others, too, if distinguishing them saves nothing.
    template <class Counts, class FloorNow, class AtCut, class AtOpen>
    void run(const Counts& counts, FewIntegers below, const FloorNow& floor, const AtCut& at_cut, const AtOpen& at_open) {
        if constexpr (std::is_same_v<Scores, SpreadViews>)
            if (views_.size() == 1) return run_pairs(counts, below, floor, at_cut, at_open);
        for (std::size_t v = 0; v < views_.size(); ++v) last_[v] = scores_.gain(v, below.data());
        for (std::size_t bin = 0; bin < counts.bins(); ++bin) {
            if (!counts.read(bin, own_)) continue;
            OpenBin open{0, no_gain, no_gain, own_[0], {}};
            if (!counts.is_single(bin)) open.bound = bound_inside(below);
            for (std::size_t i = 0; i < own_.size(); ++i) above_[i] = below[i] + own_[i];
            for (std::size_t v = 0; v < views_.size(); ++v) {
                const double gain = scores_.gain(v, above_.data());
                open.ends = std::max({open.ends, last_[v], gain});
                last_[v] = gain;
                if (allows(views_[v], above_[0])) at_cut(gain, bin, views_[v], above_);
            }
            if (open.bound != no_gain) at_open(bin, open, below);
            std::swap(below, above_);
        }
    }

private:
    /// The common case, without a division for irrelevant cuts and bins: 100k × 20, two classes, ten folds to depth 6, in 0.20
    /// s instead of 0.22.
    template <class Counts, class FloorNow, class AtCut, class AtOpen>
    void run_pairs(const Counts& counts, ConstTally first, const FloorNow& floor, const AtCut& at_cut,
                   const AtOpen& at_open) const {
        const CutView& view = views_.front();
        const SpreadGain& spread = scores_.spread(0);
        std::array<std::int64_t, 2> below{first[0], first[1]};
        SpreadGain::Place under = spread.place(below[0], below[1]);
        for (std::size_t bin = 0; bin < counts.bins(); ++bin) {
            std::array<std::int64_t, 2> own{};
            if (!counts.read(bin, own)) continue;
            const std::array<std::int64_t, 2> above{below[0] + own[0], below[1] + own[1]};
            const SpreadGain::Place over = spread.place(above[0], above[1]);
            if (spread.may_reach(over, floor.least_relevant()) && allows(view, above[0]))
                at_cut(spread.gain(above.data()), bin, view, above);
            const double least = floor.least_ends();
            if ((spread.bound_may_reach(under, own.data(), scores_.span(), floor.least_bound(own[0])) ||
                 spread.may_reach(under, least) || spread.may_reach(over, least)) &&
                !counts.is_single(bin) && above[0] > view.least_left && below[0] < view.most_left)
                at_open(bin,
                        OpenBin{0,
                                scores_.bound(0, below.data(), own.data()),
                                std::max(spread.gain(below.data()), spread.gain(above.data())),
                                own[0],
                                {}},
                        below);
            below = above;
            under = over;
        }
    }
    [[nodiscard]] static bool allows(const CutView& view, std::int64_t left) {
        return left < view.known[0] && left >= view.least_left && left <= view.most_left;
    }
    [[nodiscard]] double bound_inside(ConstTally below) const {
        double bound = no_gain;
        for (std::size_t v = 0; v < views_.size(); ++v)
            if (below[0] + own_[0] > views_[v].least_left && below[0] < views_[v].most_left)
                bound = std::max(bound, scores_.bound(v, below.data(), own_.data()));
        return bound;
    }

    const Scores& scores_;
    const std::vector<CutView>& views_;
    std::vector<double> last_;  ///< per view: the gain of the cut before the bin
    FewIntegers own_;
    FewIntegers above_;
};

}  // namespace treewright
