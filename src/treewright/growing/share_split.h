// How a row that lacks the tested value is divided among the branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/int128.h"

namespace treewright {

/// In proportion to the known weights of the branches, in integer units and rounded down; the last branch with known weight
/// gets the remainder. So the shares of a row add up to it, and do not depend on other rows without the value.
class ShareSplit {
public:
    /// One weight per branch, at least one of them above 0.
    explicit ShareSplit(std::vector<std::int64_t> known_weights);

    [[nodiscard]] std::size_t branches() const { return weights_.size(); }
    /// Calls take(branch, part) for every branch that gets a part above 0.
    template <class Take>
    void split(std::uint32_t share, const Take& take) const {
        std::uint32_t left = share;
        for (std::size_t branch = 0; branch < last_; ++branch) {
            const auto part = static_cast<std::uint32_t>(static_cast<Int128>(share) * weights_[branch] / total_);
            left -= part;
            if (part > 0) take(branch, part);
        }
        if (left > 0) take(last_, left);
    }

private:
    std::vector<std::int64_t> weights_;
    std::int64_t total_ = 0;
    std::size_t last_ = 0;
};

}  // namespace treewright
