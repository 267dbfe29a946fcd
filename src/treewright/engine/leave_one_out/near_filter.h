// Filters the near cuts that can be best without a given row, for rows that are processed one by one: scoring all of them would
// be too slow.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/near_cuts.h"

namespace treewright {

class NearFilter {
public:
    NearFilter() = default;
    NearFilter(const NearFilter&) = delete;
    NearFilter& operator=(const NearFilter&) = delete;
    virtual ~NearFilter() = default;

    /// Sets the left-out row.
    virtual void set_row(RowId row) = 0;
    /// The cuts that can win, by their number among the feature's; null: all of them. `feature`: by its position among the near ones.
    [[nodiscard]] virtual const std::vector<std::uint32_t>* winners(std::size_t feature) const = 0;
};

/// Null if every cut has to be scored. Features with missing rows are not filtered.
std::unique_ptr<NearFilter> make_near_filter(const LeftOutSource& source, const LeftOutNode& node,
                                             const std::vector<NearFeature>& near);

}  // namespace treewright
