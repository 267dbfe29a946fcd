// A node of the leave-one-out trees: its rows sorted by every feature. The trees without different rows share it as long as
// their splits agree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/growing/search_context.h"

namespace treewright {

inline constexpr std::uint32_t rank_of_missing = UINT32_MAX;

struct RowAtRank {
    std::uint32_t rank;
    RowId row;
};

/// The features of the table: numeric ones by their position among them.
class RankedTable {
public:
    RankedTable(const SearchContext& context, const Threads& threads, Progress& progress);

    /// Numbers of features.
    [[nodiscard]] const std::vector<FeatureId>& numeric() const { return numeric_; }
    [[nodiscard]] const std::vector<FeatureId>& categories() const { return categories_; }
    /// Position among the numeric ones.
    [[nodiscard]] std::size_t position(FeatureId feature) const { return position_[feature]; }
    /// The rank in the whole table, which gives the order in every node.
    [[nodiscard]] std::uint32_t rank(std::size_t position, RowId row) const { return ranks_[position][row]; }

private:
    std::vector<FeatureId> numeric_;
    std::vector<FeatureId> categories_;
    std::vector<std::size_t> position_;
    std::vector<std::vector<std::uint32_t>> ranks_;
};

struct LeftOutNode {
    std::vector<RowId> rows;
    Sums sums;
    /// By position of the numeric feature: rows by rank, missing ones last. Empty in a node that is not searched.
    std::vector<std::vector<RowAtRank>> lists;

    [[nodiscard]] std::span<const RowAtRank> known(std::size_t position) const;
};

/// The node of all rows.
LeftOutNode root_node(const SearchContext& context, const RankedTable& table, const Threads& threads);

/// Selects the rows of a node that go to one child. `child_of_row` is read at the node's rows only.
struct ChildRows {
    std::span<const std::uint32_t> child_of_row;
    std::uint32_t child = 0;
    bool with_lists = true;  ///< else the child is a leaf
};
LeftOutNode child_node(const SearchContext& context, const LeftOutNode& node, const ChildRows& rows);

}  // namespace treewright
