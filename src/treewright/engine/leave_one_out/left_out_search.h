// The best split of a node without one of its rows, for each of its rows: the same that a search of the other rows would find.
//
// Removing any row of the same class and weight has the same effect on the node (a *removal*), and a cut's gain then depends
// only on the side of the row. So for each removal the near cuts (near_cuts.h) are scored twice, and a row looks up the best of
// those on its left and on its right. If that leaves a tie, the documented tie rule decides on the near cuts without the row.
// Gain ratio ranks the features by their best splits.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/left_out_removal.h"
#include "treewright/engine/leave_one_out/threshold_counts.h"
#include "treewright/growing/gain_ratio.h"

namespace treewright {

/// The near cuts of a node without one of its rows, for the documented tie rule.
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

/// A split of a node without some row.
struct LeftOutSplit {
    Candidate candidate;
    Tree tree;  ///< a root with this split
    /// Threshold: the rank of the highest value on its left, so that splits with the same boundary partition the other rows in
    /// the same way.
    std::uint32_t boundary = 0;
};

/// Whether a split also holds the sums of its branches, which differ for every left-out row.
enum class SplitDetail { condition, branches };

/// The number of possible tests.
struct TestNumbers {
    double at_node = 0.0;
    double of_feature = 0.0;
};

class LeftOutSearch {
public:
    using MaybeRow = std::optional<std::uint32_t>;

    LeftOutSearch(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used, SplitDetail detail);

    /// The node without the row; no row: the whole node.
    const NodeFacts& facts_without(MaybeRow row) { return removal_of(row).facts; }
    /// Null: there is no split, or none that gains enough. The caller decides whether the node is searched at all.
    std::shared_ptr<const LeftOutSplit> find_without(MaybeRow row);
    TestNumbers tests_without(MaybeRow row, FeatureId feature);

private:
    struct RowBest;
    /// The best cut of a feature, given the side of the row.
    struct Place {
        Removal::Top top;
        int side = 0;  ///< of that cut: left, right, or missing
    };

    Removal& removal_of(MaybeRow row);
    [[nodiscard]] bool is_used(FeatureId feature) const;
    [[nodiscard]] bool gains_enough(const Removal& removal, double gain) const;
    [[nodiscard]] bool is_clear(const Removal& removal, double best, double second) const;
    std::shared_ptr<const LeftOutSplit> clear_split(Removal& removal, RowId row, const RowBest& row_best);
    [[nodiscard]] Place place_in(const Removal::Feature& feature, MaybeRow row) const;
    [[nodiscard]] RowBest row_best_of(Removal& removal, MaybeRow row);
    const Removal::Level& level_of(Removal& removal, FeatureId feature, MaybeRow row);
    [[nodiscard]] std::unique_ptr<CategoryScan> scan_without(const Removal& removal, FeatureId feature, MaybeRow row);
    [[nodiscard]] std::optional<Candidate> choose(const Removal& removal, MaybeRow row, const RowBest& row_best);
    std::shared_ptr<const LeftOutSplit> split_without(const Removal& removal, MaybeRow row, const RowBest& row_best);
    const std::vector<LevelSums>& levels_of_node(FeatureId feature);
    [[nodiscard]] std::uint32_t boundary_of(const Split& split, MaybeRow row) const;
    [[nodiscard]] double numeric_tests(const Removal& removal, FeatureId feature, MaybeRow row);

    // Gain ratio.
    std::shared_ptr<const LeftOutSplit> find_by_ratio(Removal& removal, MaybeRow row);
    [[nodiscard]] std::vector<RatedSplit> rated_without(Removal& removal, MaybeRow row);
    [[nodiscard]] const Removal::Rating& rating_of(Removal& removal, Removal::Feature& feature, const Place& place,
                                                   MaybeRow row);
    [[nodiscard]] Removal::Rating rating_of_cut(const Removal& removal, const Removal::Cut& cut, bool on_left) const;
    [[nodiscard]] Removal::Rating rating_of(const Removal& removal, const Candidate& candidate) const;
    [[nodiscard]] RowBest row_best_in(Removal& removal, FeatureId feature, MaybeRow row);

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    std::vector<FeatureId> used_;
    SplitDetail detail_;
    bool by_ratio_;
    std::unique_ptr<RemovalScorer> scorer_;  ///< made when it is first needed
    ThresholdCounts thresholds_;
    std::map<std::pair<std::int32_t, std::int64_t>, std::unique_ptr<Removal>>
        kinds_;                        ///< by class and weight: these rows are equivalent
    std::unique_ptr<Removal> single_;  ///< without kinds: of the most recent row
    std::unique_ptr<Removal> none_;
    /// Cache of thresholds for all left-out rows: by cut, direction of the missing rows, and default direction of new ones.
    std::map<std::tuple<const NearCut*, MissingSide, std::uint32_t>, std::shared_ptr<const LeftOutSplit>> splits_;
    std::map<std::size_t, std::vector<LevelSums>> levels_;
};

/// The best splits of a node without one row, by the side of the near cuts that the row is on.
struct LeftOutSearch::RowBest {
    double best = no_gain;
    double second = no_gain;
    FeatureId feature = 0;  ///< of the best
    std::int32_t cut = -1;  ///< the best's number among the feature's cuts, or the row's level
    int side = 0;           ///< of that cut: left, right, or missing

    std::vector<double> gains;  ///< by feature of the table

    void offer(FeatureId number, const Place& place) {
        const Removal::Top& top = place.top;
        gains[number] = top.gain;
        if (top.gain > best) {
            second = std::max(best, top.second);
            best = top.gain, feature = number, cut = top.cut, side = place.side;
        } else {
            second = std::max(second, top.gain);
        }
    }
};

}  // namespace treewright
