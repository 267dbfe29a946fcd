// The number of thresholds of a feature at a node without one of its rows: for C4.5's penalty and the correction of p-values.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "treewright/engine/leave_one_out/left_out_removal.h"

namespace treewright {

class ThresholdCounts {
public:
    ThresholdCounts(const LeftOutSource& source, const LeftOutNode& node);

    struct Count {
        double thresholds = 0.0;
        double missing_tests = 0.0;  ///< whether "is the value missing?" is a possible split, too
    };
    /// As NumericScan counts them. `position`: among the numeric features.
    [[nodiscard]] Count without(std::size_t position, const Removal& removal, std::optional<std::uint32_t> row);

private:
    /// The row limits of a cut, for each direction of the missing rows.
    struct Limits {
        std::vector<BranchScorer::Limits> sides;
        bool asks_missing = false;
    };
    /// A value, with the known rows up to it (prefix sum).
    struct Value {
        std::uint32_t rank = 0;
        std::uint32_t rows = 0;  ///< that have it
        std::int64_t weight_up_to = 0;
    };
    struct Feature {
        std::vector<Value> values;
        Sums missing;
        std::array<std::optional<Limits>, 3>
            limits;  ///< rows of weight 1: by whether the row has a value, has none, or is none
    };
    [[nodiscard]] Feature& feature_at(std::size_t position);
    [[nodiscard]] Limits limits_of(const Feature& feature, const Removal& removal, bool misses) const;

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    std::vector<std::optional<Feature>> features_;  ///< by position, computed on demand
};

}  // namespace treewright
