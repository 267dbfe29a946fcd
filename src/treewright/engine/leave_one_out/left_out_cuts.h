// The near cuts of a node without one of its rows, for the documented tie rule.
#pragma once

#include <optional>
#include <span>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/left_out_removal.h"

namespace treewright {

class LeftOutCuts : public CutLister {
public:
    /// `removal`: scored, of this row or an equivalent one; no row: nothing is removed.
    LeftOutCuts(const LeftOutSource& source, const LeftOutNode& node, const Removal& removal, std::optional<std::uint32_t> row)
        : source_(source), node_(node), removal_(removal), row_(row) {}

    std::vector<NumericCut> list(FeatureId feature, double floor) override;
    Gap gap(const NumericCut& cut) override;
    Neighbours neighbours(const NumericCut& cut, Gap gap) override;

private:
    /// The known rows next to a cut, as positions in the node's list; the left-out row is skipped.
    struct Adjacent {
        std::size_t low = 0;
        std::size_t high = 0;
    };
    [[nodiscard]] Adjacent adjacent(const NumericCut& cut) const;
    [[nodiscard]] std::span<const RowAtRank> rows_of(FeatureId feature) const {
        return node_.known(source_.table.position(feature));
    }
    void add(RowId row, FewIntegers& to) const {
        if (row_ != row) source_.labels.shape.add_row(source_.context.labels, row, to);
    }

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    const Removal& removal_;
    std::optional<std::uint32_t> row_;
};

}  // namespace treewright
