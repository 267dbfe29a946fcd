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

#include "treewright/engine/left_out_removal.h"

namespace treewright {

/// A question of a node without some row.
struct Question {
    Candidate candidate;
    Tree tree;  ///< a root that asks it
    /// Threshold: the rank of the highest value on its left, so that questions with the same one part the other rows alike.
    std::uint32_t boundary = 0;
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
    std::unique_ptr<RemovalScorer> scorer_;           ///< made when it is first needed
    std::vector<std::unique_ptr<Removal>> by_class_;  ///< classes without weights: rows of one class are alike
    std::unique_ptr<Removal> single_;                 ///< else: of the row that was asked for last
    std::unique_ptr<Removal> none_;
    /// Of thresholds, whichever row is missing: by cut, where missing rows go, and where new ones would.
    std::map<std::tuple<const NearCut*, MissingSide, std::uint32_t>, std::shared_ptr<const Question>> questions_;
    std::map<std::size_t, std::vector<LevelSums>> levels_;
};

}  // namespace treewright
