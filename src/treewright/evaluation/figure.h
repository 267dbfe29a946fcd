// A metric of a model: a value, its confidence interval, and the method of the interval.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "treewright/statistics/intervals.h"

namespace treewright {

enum class IntervalMethod {
    none,             ///< no interval: it needs more rows, or rows that differ
    wilson,           ///< a share
    clopper_pearson,  ///< a share, exact
    delong,           ///< an area under a ROC curve
    bootstrap,        ///< bootstrap, seeded, BCa
    normal,           ///< by the spread of the rows (delta method), where there are too many to draw
    plain_runs,       ///< mean ± 1.96·s/√J of independent runs
    corrected_runs,   ///< Nadeau and Bengio's, of runs that share rows
};

/// "Wilson", "Clopper-Pearson", "DeLong", …
[[nodiscard]] constexpr std::string_view word_for(IntervalMethod method) {
    switch (method) {
        case IntervalMethod::none: return "none";
        case IntervalMethod::wilson: return "Wilson";
        case IntervalMethod::clopper_pearson: return "Clopper-Pearson";
        case IntervalMethod::delong: return "DeLong";
        case IntervalMethod::bootstrap: return "bootstrap";
        case IntervalMethod::normal: return "normal";
        case IntervalMethod::plain_runs: return "plain";
        case IntervalMethod::corrected_runs: return "Nadeau-Bengio";
    }
    return "none";
}

struct Figure {
    double value =
        std::numeric_limits<double>::quiet_NaN();  ///< NaN: not defined, such as the precision of a class never predicted
    Interval interval = {};                        ///< meaningless for `none`
    IntervalMethod method = IntervalMethod::none;

    [[nodiscard]] bool is_defined() const { return !std::isnan(value); }
    [[nodiscard]] bool has_interval() const { return method != IntervalMethod::none; }
};

/// How figures get their intervals.
struct IntervalPlan {
    bool exact_shares = false;  ///< Clopper-Pearson in place of Wilson
    double confidence = default_confidence;
    std::uint64_t seed = 1;    ///< of the bootstrap
    bool values_only = false;  ///< no bootstrap: for baselines, whose intervals are not shown
};

/// A share of `weight` rows.
[[nodiscard]] inline Figure share_figure(double part, double weight, const IntervalPlan& plan) {
    if (!(weight > 0.0)) return {};
    const double share = part / weight;
    if (plan.exact_shares)
        return {share, clopper_pearson_interval(share, weight, plan.confidence), IntervalMethod::clopper_pearson};
    return {share, wilson_interval(share, weight, plan.confidence), IntervalMethod::wilson};
}

}  // namespace treewright
