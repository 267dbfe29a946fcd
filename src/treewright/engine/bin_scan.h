// One feature of a large node, bin by bin: the cuts between bins, which are exact, and the bins that could hold a better or an
// equal cut inside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "treewright/engine/cut_choice.h"
#include "treewright/engine/spread_gain.h"

namespace treewright {

/// A bin that may hold a cut worth having.
struct OpenBin {
    std::uint32_t first = 0;  ///< its first fine bin
    double bound = no_gain;   ///< on the gain of cuts inside
    double ends = no_gain;    ///< the larger gain of the cuts at its ends, whether row limits allow them or not
    std::int64_t weight = 0;
    FewIntegers below;  ///< known rows below it
};

/// What is known of the best cut of the node so far, and what can still matter.
struct Floor {
    double best = no_gain;
    double impurity = 0.0;
    double slack = 0.0;         ///< of the measure: cuts below the line of ties by more than this are lost
    double least_weight = 1.0;  ///< of a row

    [[nodiscard]] double cut() const { return best == no_gain ? no_gain : tie_line(best, impurity) - slack; }
    /// Whether a cut inside the bin could reach `cut()`. What its left side holds is a mean of the four corners of what it can
    /// hold (`Corners` in cut_measure.cpp), and gains are convex: its gain is at most the same mean of the corners' gains. A cut
    /// inside leaves at least one row of the bin on each side, so at least one row's share of the mean, 1/rows or half of
    /// it, falls to the two corners that are not ends. The ends reach at most best + slack; so the others must come as near to the
    /// best as that share makes up for.
    [[nodiscard]] bool leaves_open(const OpenBin& bin) const {
        if (bin.ends > best + slack) return true;
        const double rows = static_cast<double>(bin.weight) / least_weight;
        return bin.bound >= best - (best - cut()) * (2.0 * rows + 2.0);
    }
};

/// Where a cut after a fine bin, or the i-th inside bins that begin with it, stands among the cuts of its feature.
inline std::uint64_t place_after(std::size_t fine_bin) { return (std::uint64_t{fine_bin} << 32) | 0xffffffffU; }
inline std::uint64_t place_inside(std::size_t first, std::size_t i) { return (std::uint64_t{first} << 32) | i; }

/// How a scan measures cuts: by the criterion's measure, or without virtual calls where there is a faster way.
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

    /// `Counts`: bins(), read(bin, tally) (false: no row of the node), is_single(bin) (no cut inside). Begins with the known rows
    /// below the first bin. Calls at_cut(gain, bin, view, left) for every allowed cut after a bin, and at_open(bin, open, below)
    /// for every bin with room for one inside.
    template <class Counts, class AtCut, class AtOpen>
    void run(const Counts& counts, FewIntegers below, const AtCut& at_cut, const AtOpen& at_open) {
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
    std::vector<double> last_;  ///< by view: the gain of the cut before the bin
    FewIntegers own_;
    FewIntegers above_;
};

}  // namespace treewright
