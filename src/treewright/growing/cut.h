// Scored cuts of one feature, and the collector that keeps those which tie with the best.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "treewright/growing/candidate.h"

namespace treewright {

inline constexpr double tie_tolerance = 1e-12;

/// The lower bound of the scores that tie with `best`; `unit` is the node's impurity (gain ratio: 1).
inline double tie_line(double best, double unit) { return best - tie_tolerance * std::max(std::abs(best), unit); }

/// A cut by its place, whose meaning each scan defines (numeric_scan.h, category_scan.h).
struct ScoredCut {
    double gain = 0.0;
    std::uint32_t place = 0;
    std::uint32_t order = 0;
    MissingSide side = MissingSide::none;
};

class CutCollector {
public:
    CutCollector(double unit, bool keep_all) : unit_(unit), keep_all_(keep_all) {}

    void offer(const ScoredCut& cut) {
        if (keep_all_) all_.push_back(cut);
        if (tied_.empty() || cut.gain > best_)
            best_ = cut.gain;
        else if (cut.gain < tie_line(best_, unit_))
            return;
        tied_.push_back(cut);
        if (tied_.size() >= prune_at_) prune();
    }
    [[nodiscard]] bool empty() const { return tied_.empty(); }
    [[nodiscard]] double best() const { return best_; }
    [[nodiscard]] const std::vector<ScoredCut>& all() const { return all_; }
    /// The cuts at or above the feature's own tie line, in the order they were offered.
    const std::vector<ScoredCut>& tied() {
        prune();
        return tied_;
    }

private:
    /// Drops cuts that tied with an earlier best only. The next prune waits until the list has doubled: amortised linear time.
    void prune() {
        const double line = tie_line(best_, unit_);
        std::erase_if(tied_, [line](const ScoredCut& cut) { return cut.gain < line; });
        prune_at_ = std::max<std::size_t>(64, 2 * tied_.size());
    }

    double unit_;
    bool keep_all_;
    double best_ = 0.0;
    std::size_t prune_at_ = 64;
    std::vector<ScoredCut> tied_;
    std::vector<ScoredCut> all_;
};

}  // namespace treewright
