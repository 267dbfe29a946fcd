// Cuts inside an opened bin: its rows move from the right to the left side in the order of their values, one by one or one
// distinct value at a time, and every cut between two values is scored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/bin_scan.h"
#include "treewright/engine/measure/gini_gain.h"
#include "treewright/engine/measure/spread_gain.h"

namespace treewright {

/// A cut inside a bin with the values next to it.
struct InnerCut {
    NumericCut cut;
    Gap gap;
};

/// How cuts are measured: without virtual calls if rows have weight 1 and the criterion has a faster method.
enum class InnerMeasure { pairs, classes, tallies };
inline InnerMeasure inner_measure(const CutMeasure& measure, bool has_weights) {
    if (has_weights) return InnerMeasure::tallies;
    if (measure.is_plain_gini()) return InnerMeasure::classes;
    return measure.is_spread() ? InnerMeasure::pairs : InnerMeasure::tallies;
}

/// `Steps`: size(), value(i) (ascending), and what moves with a step: add(i, tally); for pairs weight(i) and sum(i); for
/// classes move(i, gini).
class InnerScan {
public:
    InnerScan(FeatureId feature, const CutMeasure& measure, const std::vector<CutView>& views)
        : feature_(feature), measure_(measure), views_(views) {}

    /// Keeps the cuts at or above floor.cut() and raises the floor.
    template <class Steps>
    void run(InnerMeasure how, const Steps& steps, const OpenBin& bin, Floor& floor, std::vector<InnerCut>& found) const {
        if (how == InnerMeasure::tallies) return scan_tallies(steps, bin, floor, found);
        for (const CutView& view : views_) {
            if (how == InnerMeasure::pairs)
                scan_pairs(steps, bin, view, floor, found);
            else
                scan_classes(steps, bin, view, floor, found);
        }
    }

private:
    /// A cut below the floor is discarded without a division.
    template <class Steps>
    void scan_pairs(const Steps& steps, const OpenBin& bin, const CutView& view, Floor& floor,
                    std::vector<InnerCut>& found) const {
        const SpreadGain spread(view);
        std::int64_t weight = bin.below[0];
        std::int64_t sum = bin.below[1];
        double limit = floor.cut() / spread.unit();
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            weight += steps.weight(i);
            sum += steps.sum(i);
            const double squared = spread.squared_bracket(weight, sum);
            const double product = spread.product(weight);
            if (squared < limit * product || steps.value(i) == steps.value(i + 1)) continue;
            if (weight < view.least_left || weight > view.most_left) continue;
            const double gain = squared / product * spread.unit();
            if (gain < floor.cut()) continue;
            floor.best = std::max(floor.best, gain);
            limit = floor.cut() / spread.unit();
            found.push_back({{feature_, gain, place_inside(bin.first, i), &view, {weight, sum}}, gap_after(steps, i)});
        }
    }

    template <class Steps>
    void scan_classes(const Steps& steps, const OpenBin& bin, const CutView& view, Floor& floor,
                      std::vector<InnerCut>& found) const {
        GiniGain gini(view, bin.below);
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            steps.move(i, gini);
            const double gain = gini.gain();
            if (gain < floor.cut() || steps.value(i) == steps.value(i + 1)) continue;
            if (gini.left_weight() < view.least_left || gini.left_weight() > view.most_left) continue;
            floor.best = std::max(floor.best, gain);
            found.push_back({{feature_, gain, place_inside(bin.first, i), &view, gini.left()}, gap_after(steps, i)});
        }
    }

    /// Some criteria gain nothing at most cuts, so that these tie by the million. Of those inside a bin only the first candidate
    /// can win, and the later ones are not kept.
    template <class Steps>
    void scan_tallies(const Steps& steps, const OpenBin& bin, Floor& floor, std::vector<InnerCut>& found) const {
        FewIntegers left = bin.below;
        const double surely_nothing = tie_tolerance * floor.impurity - floor.slack;  // the criterion calls it 0
        bool has_nothing = false;
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            steps.add(i, left);
            if (steps.value(i) == steps.value(i + 1)) continue;
            bool gains_nothing = false;
            for (const CutView& view : views_) {
                if (left[0] < view.least_left || left[0] > view.most_left) continue;
                const double gain = measure_.gain(view, left.data());
                if (gain < floor.cut() || (has_nothing && gain <= surely_nothing)) continue;
                gains_nothing = gains_nothing || gain <= surely_nothing;
                floor.best = std::max(floor.best, gain);
                found.push_back({{feature_, gain, place_inside(bin.first, i), &view, left}, gap_after(steps, i)});
            }
            has_nothing = has_nothing || (gains_nothing && label_changes(steps, i, left.size()));
        }
    }

    /// Whether a row before the cut and one after it have different classes: then it is a candidate. For numbers it may be false
    /// where it need not.
    template <class Steps>
    [[nodiscard]] static bool label_changes(const Steps& steps, std::size_t i, std::size_t size) {
        FewIntegers low(size);
        FewIntegers high(size);
        steps.add(i, low);
        steps.add(i + 1, high);
        if (size == 2 && low[1] == 0 && high[1] == 0) return false;  // the first of two classes
        for (std::size_t j = 1; j < size; ++j)
            if (low[j] == low[0] && high[j] == high[0]) return false;
        return true;
    }

    template <class Steps>
    [[nodiscard]] static Gap gap_after(const Steps& steps, std::size_t i) {
        return {steps.value(i), steps.value(i + 1)};
    }

    FeatureId feature_;
    const CutMeasure& measure_;
    const std::vector<CutView>& views_;
};

}  // namespace treewright
