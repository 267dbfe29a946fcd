// A run that is watched by a test.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "treewright/base/messages.h"
#include "treewright/base/progress.h"

namespace treewright {

/// Cancels itself after some reports of progress, and notes what was reported.
struct ObservedRun {
    Progress progress{[this](std::string_view, double share) {
        shares.push_back(share);
        if (shares.size() == cancel_at) progress.cancel();
    }};
    Messages messages;
    std::vector<double> shares;
    std::size_t cancel_at = SIZE_MAX;
};

}  // namespace treewright
