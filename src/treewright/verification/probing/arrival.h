// How rows arrive at a node: what every feature's cell may hold so that a row takes the path, and the search for a way down it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/tree/lowered.h"
#include "treewright/verification/probing/cell_set.h"

namespace treewright {

/// What one feature's cell has to be.
struct Demand {
    FeatureId feature = 0;
    CellSet cells;
};
/// Demands that hold together: one way from a step to one of its successors.
using Way = std::vector<Demand>;

/// All ways from a step to a successor, the one by the tested value first. A row that goes to several successors in parts, or is refused,
/// arrives at none.
std::vector<Way> ways_to(const LoweredStep& step, NodeId successor, const Schema& schema);

/// The cells of all features on the way down, narrowed and widened again step by step.
class Arrival {
public:
    explicit Arrival(const Schema& schema);

    [[nodiscard]] const std::vector<CellSet>& cells() const { return cells_; }
    /// False, and nothing is narrowed, if the demands cannot be met.
    bool narrow(const Way& way);
    /// For `widen_to`.
    [[nodiscard]] std::size_t mark() const { return before_.size(); }
    void widen_to(std::size_t mark);
    /// Replaces the cells, for a path that another search found; exchange them again to go back.
    void exchange(std::vector<CellSet>& cells) { cells_.swap(cells); }

private:
    const Schema& schema_;
    std::vector<CellSet> cells_;
    std::vector<std::pair<FeatureId, CellSet>> before_;  ///< what `widen_to` brings back
};

/// Limits of a search in steps; it counts them down.
struct SearchBudget {
    std::size_t all;
    std::size_t per_search;
};

/// Cells that meet `first` and lead down the path, from the root on, if there is a way and the budget allows to find it.
std::optional<std::vector<CellSet>> cells_down(const LoweredTree& tree, const Schema& schema, std::span<const NodeId> path,
                                               const Way& first, SearchBudget& budget);

}  // namespace treewright
