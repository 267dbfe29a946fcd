// The statistics of a node without one of its rows. Rows of one class, all of weight 1, are equivalent: the node's sums without
// any of them are the same, and a cut's gain depends only on the side the row was on. So every near cut has two gains.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/near_filter.h"
#include "treewright/engine/measure/cut_choice.h"

namespace treewright {

struct LeftOutSplit;

/// Below this share of the impurity a gain may count as 0, and all cuts can tie.
inline constexpr double clear_share = 32 * tie_tolerance;

/// The node without one row, or with all of them.
struct Removal {
    std::optional<std::uint32_t> row;  ///< one of the equivalent rows; none: nothing is removed
    bool is_single = false;            ///< there is no other equivalent row: cuts are scored on the side of this row only
    FewIntegers tally;                 ///< of the row
    Sums rest;
    NodeFacts facts{rest};
    double error = 0.0;  ///< of the fast measure
    bool is_scored = false;

    /// What gain ratio needs of a split, once computed.
    struct Rating {
        bool is_known = false;
        double gain = 0.0;  ///< by the criterion
        double split_information = 0.0;
        SplitKind kind = SplitKind::leaf;
    };
    /// A near cut, scored.
    struct Cut {
        const NearCut* near = nullptr;  ///< null: the split by whether the value is missing
        const CutView* view = nullptr;
        double left = no_gain;  ///< gain if the row is on the left of the cut
        double right = no_gain;
    };
    /// The best of some cuts.
    struct Top {
        double gain = no_gain;
        std::int32_t cut = -1;
        double second = no_gain;

        void offer(double other, std::int32_t number) {
            if (other > gain)
                second = gain, gain = other, cut = number;
            else
                second = std::max(second, other);
        }
        void merge(const Top& other) {
            offer(other.gain, other.cut);
            second = std::max(second, other.second);
        }
    };
    struct Feature {
        const NearFeature* near = nullptr;
        std::vector<CutView> own_views;         ///< without the row, which has a value, if others have none
        std::vector<CutView> views_if_missing;  ///< without the row, which has none
        std::vector<Cut> cuts;                  ///< by boundary
        std::vector<Cut> cuts_if_missing;       ///< of rows without a value; `left` counts
        std::vector<Top> tops;                  ///< by the number of cuts to the left of the row
        Top top_if_missing;
        std::vector<std::array<Rating, 3>> ratings;  ///< of the cuts, by the side of the row: left, right, or missing
    };
    std::vector<Feature> features;
    std::vector<CutView> plain_views;  ///< of features without missing rows
    /// A category without a row of some level.
    struct Level {
        double gain = no_gain;
        double tests = 0.0;
        Rating rating;  ///< of the best, under gain ratio
    };
    std::map<std::pair<std::size_t, std::int32_t>, Level> levels;          ///< by feature and the row's level
    std::map<std::pair<std::size_t, std::uint32_t>, Rating> tied_ratings;  ///< by feature and the row's rank, if cuts tie
    /// Categories: by feature and the row's level.
    std::map<std::pair<std::size_t, std::int32_t>, std::shared_ptr<const LeftOutSplit>> splits;

    /// A near feature by its number in the table.
    [[nodiscard]] const Feature& of(FeatureId feature) const;
    /// The known rows on the left of a cut; `without`: the row is one of them.
    [[nodiscard]] FewIntegers known_on_left(const Cut& cut, bool without) const;
};

/// The near cuts of a node, found once, and scored for each removal.
class RemovalScorer {
public:
    RemovalScorer(const LeftOutSource& source, const LeftOutNode& node, std::span<const FeatureId> used);
    RemovalScorer(const RemovalScorer&) = delete;
    RemovalScorer& operator=(const RemovalScorer&) = delete;

    /// Fills the scores of the removal.
    void score(Removal& removal);

private:
    void score_feature(Removal& removal, Removal::Feature& feature) const;
    void score_cuts(const Removal& removal, const Removal::Feature& feature, std::span<const CutView> views,
                    std::vector<Removal::Cut>& cuts) const;
    /// `rank`: of the row if it is the only one of the removal, or `rank_of_missing`.
    [[nodiscard]] Removal::Cut scored(const Removal& removal, const NearCut& cut, const CutView& view,
                                      std::uint32_t rank) const;
    [[nodiscard]] double gain(const CutView& view, const NearCut& cut) const;
    [[nodiscard]] double gain_on_left(const CutView& view, const NearCut& cut, const Removal& removal) const;

    const LeftOutSource& source_;
    std::vector<NearFeature> near_;
    std::unique_ptr<NearFilter> filter_;  ///< for rows that are processed one by one
};

/// No row: nothing is removed.
std::unique_ptr<Removal> make_removal(const LeftOutSource& source, const LeftOutNode& node, std::optional<std::uint32_t> row);

}  // namespace treewright
