// The best question of a node without one of its rows, for every row of it: the same that a search of the other rows finds.
//
// Rows of one class and weight change the node alike (a *removal*), and a cut's gain then depends only on the side on which the row
// stands. So for each removal the near cuts (near_cuts.h) are scored twice, and a row looks up the best of those that it stands to the
// left and to the right of. Where that leaves a tie, the written rule decides on the near cuts as they are without the row.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "treewright/engine/cut_choice.h"
#include "treewright/engine/near_targets.h"

namespace treewright {

/// A question of a node without some row.
struct Question {
    Candidate candidate;
    Tree tree;  ///< a root that asks it
    /// Threshold: the rank of the highest value on its left, so that questions with the same one part the other rows alike.
    std::uint32_t boundary = 0;
};

/// What is left of the node when a row is taken out, or nothing.
struct Removal {
    std::optional<std::uint32_t> row;  ///< one of those that are alike
    bool is_single = false;            ///< there is no other: cuts are scored on the side of the row only
    FewIntegers tally;                 ///< of the row
    Sums rest;
    NodeFacts facts{rest};
    double error = 0.0;  ///< of the fast measure
    bool is_searched = false;

    /// A near cut, scored.
    struct Cut {
        const NearCut* near = nullptr;  ///< none: the question whether the value is missing
        const CutView* view = nullptr;
        double left = no_gain;  ///< gain where the row stands on the left of the cut
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
    };
    struct Feature {
        const NearFeature* near = nullptr;
        std::vector<CutView> own_views;         ///< without the row, which has a value, where others have none
        std::vector<CutView> views_if_missing;  ///< without the row, which has none
        std::vector<Cut> cuts;                  ///< by boundary
        std::vector<Cut> cuts_if_missing;       ///< of rows without a value; `left` counts
        std::vector<Top> tops;                  ///< by the number of cuts that the row stands to the right of
        Top top_if_missing;
    };
    std::vector<Feature> features;
    std::vector<CutView> plain_views;                                       ///< of features without missing rows
    std::map<std::pair<std::size_t, std::int32_t>, double> category_gains;  ///< by feature and the row's level
    /// Categories: by feature and the row's level.
    std::map<std::pair<std::size_t, std::int32_t>, std::shared_ptr<const Question>> questions;
};

/// Whether a question also holds what is left on its branches, which is different for every row.
enum class QuestionDetail { condition, branches };

class LeftOutSearch {
public:
    LeftOutSearch(const LeftOutSource& source, const LeftOutNode& node, std::span<const std::size_t> used,
                  QuestionDetail detail);

    /// The node without the row; without nothing.
    const NodeFacts& facts_without(std::optional<std::uint32_t> row) { return removal_of(row).facts; }
    /// Null: there is no question, or none that gains enough. Whether the node is searched at all is the caller's business.
    std::shared_ptr<const Question> find_without(std::optional<std::uint32_t> row);

private:
    struct Standing;
    class RowCuts;

    Removal& removal_of(std::optional<std::uint32_t> row);
    void search(Removal& removal);
    void score(Removal& removal, Removal::Feature& feature) const;
    void score_cuts(const Removal& removal, const Removal::Feature& feature, std::span<const CutView> views,
                    std::vector<Removal::Cut>& cuts) const;
    void keep_near(Removal& removal) const;
    [[nodiscard]] double gain(const CutView& view, const NearCut& cut) const;
    [[nodiscard]] double gain_on_left(const CutView& view, const NearCut& cut, const Removal& removal) const;
    [[nodiscard]] bool gains_enough(const Removal& removal, double gain) const;
    std::shared_ptr<const Question> clear_question(Removal& removal, std::uint32_t row, const Standing& standing);
    [[nodiscard]] Standing standing_of(Removal& removal, std::optional<std::uint32_t> row);
    double category_gain(Removal& removal, std::size_t feature, std::optional<std::uint32_t> row);
    [[nodiscard]] std::unique_ptr<CategoryScan> scan_without(const Removal& removal, std::size_t feature,
                                                             std::optional<std::uint32_t> row);
    std::shared_ptr<const Question> choose(Removal& removal, std::optional<std::uint32_t> row, const Standing& standing);
    const std::vector<LevelSums>& levels_of_node(std::size_t feature);
    [[nodiscard]] std::uint32_t boundary_of(const Condition& condition, std::optional<std::uint32_t> row) const;

    const LeftOutSource& source_;
    const LeftOutNode& node_;
    std::vector<std::size_t> used_;
    QuestionDetail detail_;
    std::vector<NearFeature> near_;
    std::unique_ptr<NearTargets> targets_;            ///< numbers; null: the near cuts are not known yet
    std::vector<std::unique_ptr<Removal>> by_class_;  ///< classes without weights: rows of one class are alike
    std::unique_ptr<Removal> single_;                 ///< else: of the row that was asked for last
    std::unique_ptr<Removal> none_;
    /// Of thresholds, whichever row is missing: by cut, where missing rows go, and where new ones would.
    std::map<std::tuple<const NearCut*, MissingSide, std::uint32_t>, std::shared_ptr<const Question>> questions_;
    std::map<std::size_t, std::vector<LevelSums>> levels_;
};

}  // namespace treewright
