#include "treewright/growing/share_split.h"

#include <utility>

#include "treewright/base/error.h"

namespace treewright {

ShareSplit::ShareSplit(std::vector<std::int64_t> known_weights) : weights_(std::move(known_weights)) {
    for (std::size_t branch = 0; branch < weights_.size(); ++branch) {
        total_ += weights_[branch];
        if (weights_[branch] > 0) last_ = branch;
    }
    check_invariant(total_ > 0, "a split with known rows");
}

}  // namespace treewright
