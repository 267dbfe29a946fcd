// One feature of a large node, bin by bin: the cuts between bins, which are exact, and the bins that could hold a better or an
// equal cut inside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "treewright/engine/cut_choice.h"

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

/// The bins of a feature with their rows counted.
class BinCounts {
public:
    BinCounts() = default;
    BinCounts(const BinCounts&) = delete;
    BinCounts& operator=(const BinCounts&) = delete;
    virtual ~BinCounts() = default;
    [[nodiscard]] virtual std::size_t bins() const = 0;
    /// False: no row of the node.
    virtual bool read(std::size_t bin, Tally to) const = 0;
    /// Whether there can be no cut inside.
    [[nodiscard]] virtual bool is_single(std::size_t bin) const = 0;
};

/// Where a cut after a bin, or the i-th inside it, stands among the cuts of its feature.
inline std::uint64_t place_after(std::size_t bin) { return (std::uint64_t{bin} << 32) | 0xffffffffU; }
inline std::uint64_t place_inside(std::size_t bin, std::size_t i) { return (std::uint64_t{bin} << 32) | i; }

class BinScan {
public:
    BinScan(const BinCounts& counts, const CutMeasure& measure, const std::vector<CutView>& views, LabelSpan span)
        : counts_(counts), measure_(measure), views_(views), span_(span) {}

    /// Calls cut(gain, bin, view, left) for every allowed cut between bins, and open(OpenBin) for every bin with room for one.
    template <class AtCut, class AtOpen>
    void run(const AtCut& at_cut, const AtOpen& at_open) const {
        const std::size_t size = views_.front().known.size();
        std::vector<std::int64_t> below(size, 0);
        std::vector<std::int64_t> own(size, 0);
        std::vector<double> last(views_.size());
        for (std::size_t v = 0; v < views_.size(); ++v) last[v] = measure_.gain(views_[v], below.data());
        for (std::size_t bin = 0; bin < counts_.bins(); ++bin) {
            if (!counts_.read(bin, own)) continue;
            OpenBin open{static_cast<std::uint32_t>(bin), no_gain, no_gain, own[0], {}};
            if (!counts_.is_single(bin)) bound_inside(below, own, open);
            if (open.bound != no_gain) open.below = below;
            add(below, own);
            for (std::size_t v = 0; v < views_.size(); ++v) {
                const double gain = measure_.gain(views_[v], below.data());
                open.ends = std::max({open.ends, last[v], gain});
                last[v] = gain;
                if (allows(views_[v], below[0])) at_cut(gain, bin, views_[v], below);
            }
            if (open.bound != no_gain) at_open(std::move(open));
        }
    }

private:
    [[nodiscard]] static bool allows(const CutView& view, std::int64_t left) {
        return left < view.known[0] && left >= view.least_left && left <= view.most_left;
    }
    void bound_inside(ConstTally below, ConstTally own, OpenBin& open) const {
        for (const CutView& view : views_)
            if (below[0] + own[0] > view.least_left && below[0] < view.most_left)
                open.bound = std::max(open.bound, measure_.bound(view, below.data(), own.data(), span_));
    }

    const BinCounts& counts_;
    const CutMeasure& measure_;
    const std::vector<CutView>& views_;
    LabelSpan span_;
};

}  // namespace treewright
