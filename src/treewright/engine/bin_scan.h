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
    std::uint32_t bin = 0;
    double bound = no_gain;  ///< on the gain of cuts inside
    double ends = no_gain;   ///< the larger gain of the cuts at its ends, whether row limits allow them or not
    std::int64_t weight = 0;
    std::vector<std::int64_t> below;  ///< known rows below it
};

/// What is known of the best cut of the node so far, and what can still matter.
struct Floor {
    double best = no_gain;
    double impurity = 0.0;
    double slack = 0.0;         ///< of the measure: cuts below the line of ties by more than this are lost
    double least_weight = 1.0;  ///< of a row

    [[nodiscard]] double cut() const { return best == no_gain ? no_gain : tie_line(best, impurity) - slack; }
    /// Whether a cut inside the bin could reach `cut()`. Its gain is a mean of the gains at the four corners of what it can
    /// reach, and at least one row's share of it comes from the two corners that are not ends (cut_measure.cpp): so these must
    /// come as near to the best as that share makes up for.
    [[nodiscard]] bool leaves_open(const OpenBin& bin) const {
        if (bin.ends > best + slack) return true;
        const double rows = static_cast<double>(bin.weight) / least_weight;
        return bin.bound >= best - (best - cut()) * (2.0 * rows + 2.0);
    }
};

/// Where a cut after a bin, or the i-th inside it, stands among the cuts of its feature.
inline std::uint64_t place_after(std::size_t bin) { return (std::uint64_t{bin} << 32) | 0xffffffffU; }
inline std::uint64_t place_inside(std::size_t bin, std::size_t i) { return (std::uint64_t{bin} << 32) | i; }

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

/// `Counts`: bins(), read(bin, tally) (false: no row of the node), is_single(bin) (no cut inside). `Scores`: one of the two above.
template <class Counts, class Scores>
class BinScan {
public:
    BinScan(const Counts& counts, const Scores& scores, const std::vector<CutView>& views)
        : counts_(counts), scores_(scores), views_(views) {}

    /// Calls at_cut(gain, bin, view, left) for every allowed cut between bins, and at_open(open, below) for every bin with room for
    /// one inside.
    template <class AtCut, class AtOpen>
    void run(const AtCut& at_cut, const AtOpen& at_open) const {
        const std::size_t size = views_.front().known.size();
        std::vector<std::int64_t> below(size, 0);
        std::vector<std::int64_t> above(size, 0);
        std::vector<std::int64_t> own(size, 0);
        std::vector<double> last(views_.size());
        for (std::size_t v = 0; v < views_.size(); ++v) last[v] = scores_.gain(v, below.data());
        for (std::size_t bin = 0; bin < counts_.bins(); ++bin) {
            if (!counts_.read(bin, own)) continue;
            OpenBin open{static_cast<std::uint32_t>(bin), no_gain, no_gain, own[0], {}};
            if (!counts_.is_single(bin)) open.bound = bound_inside(below, own);
            for (std::size_t i = 0; i < size; ++i) above[i] = below[i] + own[i];
            for (std::size_t v = 0; v < views_.size(); ++v) {
                const double gain = scores_.gain(v, above.data());
                open.ends = std::max({open.ends, last[v], gain});
                last[v] = gain;
                if (allows(views_[v], above[0])) at_cut(gain, bin, views_[v], above);
            }
            if (open.bound != no_gain) at_open(open, below);
            below.swap(above);
        }
    }

private:
    [[nodiscard]] static bool allows(const CutView& view, std::int64_t left) {
        return left < view.known[0] && left >= view.least_left && left <= view.most_left;
    }
    [[nodiscard]] double bound_inside(ConstTally below, ConstTally own) const {
        double bound = no_gain;
        for (std::size_t v = 0; v < views_.size(); ++v)
            if (below[0] + own[0] > views_[v].least_left && below[0] < views_[v].most_left)
                bound = std::max(bound, scores_.bound(v, below.data(), own.data()));
        return bound;
    }

    const Counts& counts_;
    const Scores& scores_;
    const std::vector<CutView>& views_;
};

}  // namespace treewright
