#include "treewright/engine/leave_one_out/near_filter.h"

#include "treewright/engine/leave_one_out/near_targets.h"
#include "treewright/engine/leave_one_out/near_weights.h"

namespace treewright {

std::unique_ptr<NearFilter> make_near_filter(const LeftOutSource& source, const LeftOutNode& node,
                                             const std::vector<NearFeature>& near) {
    if (source.has_kinds || leaves_rows_uncounted(source.context)) return nullptr;
    if (source.measure.is_spread()) return std::make_unique<NearTargets>(source, node, near);
    if (source.measure.is_purity()) return std::make_unique<NearWeights>(source, node, near);
    return nullptr;
}

}  // namespace treewright
