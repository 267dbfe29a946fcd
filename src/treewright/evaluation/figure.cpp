#include "treewright/evaluation/figure.h"

namespace treewright {

Figure share_figure(double part, double weight, const IntervalPlan& plan) {
    if (!(weight > 0.0)) return {};
    const double share = part / weight;
    if (plan.exact_shares)
        return {share, clopper_pearson_interval(share, weight, plan.confidence), IntervalMethod::clopper_pearson};
    return {share, wilson_interval(share, weight, plan.confidence), IntervalMethod::wilson};
}

}  // namespace treewright
